#!/bin/sh
# Starts one Redis of the replicated set: the primary that the setting names, or a replica of it.
set -eu
name=$(hostname)
nodes=redis-nodes
export REDISCLI_AUTH="$REDIS_PASSWORD"

# The password stands in a file that only this user reads, not on a command line.
umask 077
cat >/tmp/redis.conf <<END
include /etc/redis/redis.conf
requirepass $REDIS_PASSWORD
masterauth $REDIS_PASSWORD
replica-announce-ip $name.$nodes
END

if [ "$name" != "$REDIS_PRIMARY" ]; then
    echo "replicaof $REDIS_PRIMARY.$nodes 6379" >>/tmp/redis.conf
    exec redis-server /tmp/redis.conf
fi

# A primary that lost its volume must not come back empty: its replicas would throw away what they have and copy that. So
# one with nothing on its volume starts only once every other has said that it has nothing either.
if [ ! -d /data/appendonlydir ]; then
    for peer in $REDIS_NODES; do
        [ "$peer" != "$name" ] || continue
        keys=unknown
        while true; do
            keys=$(redis-cli -h "$peer.$nodes" --raw dbsize 2>/dev/null) || keys=unknown
            case $keys in
                '' | *[!0-9]*) ;;    # it is not there yet, or still loads what it has
                *) break ;;
            esac
            echo "start: waiting for $peer to say whether it has data" >&2
            sleep 2
        done
        if [ "$keys" -gt 0 ]; then
            echo "start: $name has nothing on its volume, but $peer has $keys keys: promote the replica that has come" \
                "furthest (docs/runbook.md, LudariumStoreUnreachable) instead of starting empty" >&2
            sleep 10
            exit 1
        fi
    done
fi
exec redis-server /tmp/redis.conf
