#!/usr/bin/env bash
# Starts what tools/chaos has built. Where the machine allows it, in namespaces of its own: for processes, so that none is
# left behind whatever happens; for the network, so that every worker has an address; for mounts, so that a disk can be full.
set -euo pipefail
run=(-XX:-UsePerfData -cp "verification/chaos/target/classes:$(cat verification/chaos/target/runtime.classpath)" dev.elasticjob.chaos.Chaos "$@")
network='ip link set lo up && ip link add chaos0 type veth peer name chaos1 && ip link set chaos1 up && ip link set chaos0 up &&
    for i in 1 2 3 4 5; do ip addr add "10.77.0.$i/24" dev chaos0 || exit 1; done'
for user in "" "--map-root-user"; do
    own="unshare $user --fork --pid --mount-proc --net --mount --kill-child=KILL"
    if $own bash -c "$network" 2>/dev/null; then
        exec $own bash -c "$network; exec java -Dchaos.own-mounts=true \"\$@\"" chaos "${run[@]}"
    fi
done
exec java "${run[@]}"
