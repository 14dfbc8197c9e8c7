#!/bin/sh
# Runs beside a node that has just started. A node that was part of the cluster before meets the others under the names
# that never change: after a restart of all of them at once, none would know where any other is.
export REDISCLI_AUTH="$REDIS_PASSWORD"
for _ in $(seq 30); do
    known=$(redis-cli cluster info 2>/dev/null | tr -d '\r' | sed -n 's/^cluster_known_nodes://p')
    [ -z "$known" ] || break
    sleep 1
done
[ "${known:-0}" -gt 1 ] || exit 0
for number in 0 1 2 3 4 5; do
    address=$(getent hosts "redis-cluster-$number.redis-nodes" | cut -d' ' -f1)
    [ -z "$address" ] || redis-cli cluster meet "$address" 6379 >/dev/null
done
exit 0
