"""Checks manifests of Kubernetes jobs against the schema, and runs their commands here as the cluster would.

    kubernetes_jobs.py FOLDER MANIFEST…

FOLDER stands for /data, and a command `magpie` is the one in PATH. A task of an indexed job gets JOB_COMPLETION_INDEX;
$(NAME) in a command is a variable, as the kubelet replaces it.
"""

import os
import re
import subprocess
import sys

import kubernetes_validate
import yaml


def expand(word, environment):
    return re.sub(r"\$\(([A-Z_]+)\)", lambda match: environment.get(match[1], match[0]), word)


def run(container, folder, environment):
    words = [expand(word, environment).replace("/data", folder) for word in container["command"] + container.get("args", [])]
    ended = subprocess.run(words, env=os.environ | environment, timeout=60)
    if ended.returncode:
        sys.exit(f"exit code {ended.returncode}: {words}")


def main(folder, manifests):
    for manifest in manifests:
        with open(manifest) as file:
            job = yaml.safe_load(file)
        kubernetes_validate.validate(job, kubernetes_validate.latest_version(), strict=True)
        spec = job["spec"]
        (container,) = spec["template"]["spec"]["containers"]
        if spec.get("completionMode") != "Indexed":
            # The second attempt must find the work of the first done.
            run(container, folder, {})
            run(container, folder, {})
            continue
        words = container["command"]
        assert int(words[words.index("--shards") + 1]) == spec["completions"], "--shards is not the number of completions"
        for index in range(spec["completions"]):
            run(container, folder, {"JOB_COMPLETION_INDEX": str(index)})


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
