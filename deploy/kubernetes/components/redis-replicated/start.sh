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

# A primary that lost its volume must not come back empty: its replicas would throw away what they have and copy that.
if [ ! -d /data/appendonlydir ]; then
    for peer in redis-0 redis-1 redis-2; do
        [ "$peer" != "$name" ] || continue
        keys=$(redis-cli -h "$peer.$nodes" --raw dbsize 2>/dev/null) || keys=0
        case $keys in
            0 | *[!0-9]* | '') ;;
            *)
                echo "start: $name has nothing on its volume, but $peer has $keys keys: promote the replica that has" \
                    "come furthest (docs/runbook.md, LudariumStoreUnreachable) instead of starting empty" >&2
                sleep 10
                exit 1
                ;;
        esac
    done
fi
exec redis-server /tmp/redis.conf
