#!/bin/sh
# Starts one node of the cluster. Its address changes with every restart of the pod; the others learn the new one from it.
set -eu
umask 077
cat >/tmp/redis.conf <<END
include /etc/redis/redis.conf
requirepass $REDIS_PASSWORD
masterauth $REDIS_PASSWORD
cluster-announce-ip $POD_IP
END
exec redis-server /tmp/redis.conf
