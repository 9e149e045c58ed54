"""Checks manifests of Kubernetes against the schema, and runs the commands of their jobs here as the cluster would.

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
            for resource in yaml.safe_load_all(file):
                kubernetes_validate.validate(resource, kubernetes_validate.latest_version(), strict=True)
                if resource["kind"] == "Job":
                    work_through(resource["spec"], folder)
                elif resource["kind"] == "Deployment":
                    read_settings(resource["spec"], folder)


def work_through(spec, folder):
    (container,) = spec["template"]["spec"]["containers"]
    if spec.get("completionMode") != "Indexed":
        # The second attempt must find the work of the first done.
        run(container, folder, {})
        run(container, folder, {})
        return
    words = container["command"]
    assert int(words[words.index("--shards") + 1]) == spec["completions"], "--shards is not the number of completions"
    for index in range(spec["completions"]):
        run(container, folder, {"JOB_COMPLETION_INDEX": str(index)})


def read_settings(spec, folder):
    """Lets the server of a deployment read its settings, as the image starts it."""
    (container,) = spec["template"]["spec"]["containers"]
    environment = {variable["name"]: variable["value"] for variable in container["env"]}
    run({"command": ["magpie"] + container["args"] + ["--print-config"]}, folder, environment)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
