"""The actions: what is allowed and which ways there are. Nothing here changes the state; turns/ carries them out."""
