#!/usr/bin/env bash
# Runs a command beside a Slurm of one node that nobody else can reach: with-slurm.sh COMMAND…
#
# Needs root and Debian's slurmctld, slurmd, slurm-client and munge. The network namespace has an address of its own,
# because Slurm looks up the name of its host. Everything ends with the command.
set -euo pipefail
[ "${IN_NAMESPACE:-}" ] || exec env IN_NAMESPACE=1 unshare -n -m -u -p -f --mount-proc -- "$0" "$@"
ip link set lo up
ip addr add 10.99.0.1/32 dev lo
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{state,spool,munge}
echo "10.99.0.1 node1" > "$folder/hosts"
echo "127.0.0.1 localhost" >> "$folder/hosts"
mount --bind "$folder/hosts" /etc/hosts
# Names are in that file or nowhere: no wait for a server.
echo "hosts: files" > "$folder/nsswitch"
mount --bind "$folder/nsswitch" /etc/nsswitch.conf
hostname node1

head -c 128 /dev/urandom > "$folder/munge/key"
chmod 700 "$folder/munge"
chmod 400 "$folder/munge/key"
cat > "$folder/slurm.conf" <<CONF
ClusterName=tests
SlurmctldHost=node1(10.99.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerParameters=sched_interval=2
MpiDefault=none
NodeName=node1 NodeAddr=10.99.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=node1 Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$folder/slurm.conf
munged --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" --pid-file="$folder/munge/pid" \
  --log-file="$folder/munge/log" --seed-file="$folder/munge/seed"
slurmctld -f "$SLURM_CONF"
slurmd -f "$SLURM_CONF" -N node1
for _ in $(seq 100); do
  [ "$(timeout -s KILL 5 sinfo -h -o %T 2> /dev/null || true)" = idle ] && break
  sleep 0.2
done
"$@"
