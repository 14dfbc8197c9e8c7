#!/bin/sh
# Makes one cluster of six empty nodes, three masters with a replica each; does nothing where there is one.
set -eu
export REDISCLI_AUTH="$REDIS_PASSWORD"
nodes=
for number in 0 1 2 3 4 5; do
    name=redis-cluster-$number.redis-nodes
    until redis-cli -h "$name" ping 2>/dev/null | grep -q PONG; do sleep 1; done
    nodes="$nodes $(getent hosts "$name" | cut -d' ' -f1):6379"
done
if redis-cli -h redis-cluster-0.redis-nodes cluster info | grep -q 'cluster_slots_assigned:16384'; then
    echo "form: there is a cluster already"
    exit 0
fi
# shellcheck disable=SC2086  # one argument a node
redis-cli --cluster create $nodes --cluster-replicas 1 --cluster-yes
