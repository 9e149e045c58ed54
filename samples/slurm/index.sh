#!/usr/bin/env bash
# Indexes the pictures that a list names with a job array, a store for each task, and merges the stores at its end.
#
#     samples/slurm/index.sh images.txt 64 shop.magpie [options of magpie index, such as --catalog shop.csv]
#
# Run it in a folder that all nodes share. A task that failed runs again with the same number, for example
#     sbatch --array=7 shop.magpie.parts/task.sh
set -euo pipefail
list=$(realpath "$1") parts=$2 store=$3
shift 3

mkdir -p "$store.parts"
cat > "$store.parts/task.sh" <<TASK
#!/usr/bin/env bash
#SBATCH --output=$store.parts/%a.log --requeue
# The number of the task is the part: --shards says of how many.
exec "${MAGPIE:-magpie}" index --list "$list" --shards $parts --store "$store.parts/\$SLURM_ARRAY_TASK_ID.magpie" \\
  --jobs "\${SLURM_CPUS_PER_TASK:-1}" ${*@Q}
TASK

job=$(sbatch --parsable --array="0-$((parts - 1))" "$store.parts/task.sh")
# Runs once all tasks have ended well. It finds out by itself whether a part is missing or unfinished.
merge=$(sbatch --parsable --dependency="afterok:$job" --output="$store.parts/merge.log" \
  --wrap "exec '${MAGPIE:-magpie}' store merge $store.parts/*.magpie -o '$store' --json")
echo "$job $merge"
