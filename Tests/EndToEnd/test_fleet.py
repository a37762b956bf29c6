"""What servers on several machines need: the copy of a bucket's release, and the description of a cluster."""

import json
import os
import re
import subprocess

import programs
import pytest
import yaml
from rawhttp import ask

FLEET = programs.ROOT / "Packaging" / "fleet"
PAGE = "/forgot-password"


def sync(source, folder):
    """Runs the script with a folder for a bucket; rclone has one way for both."""
    environment = {**os.environ, "RCLONE_CONFIG": "/dev/null"}
    return subprocess.run(
        [FLEET / "latchkey-sync", source, folder], env=environment, capture_output=True, text=True, timeout=programs.PATIENCE
    )


@pytest.fixture
def bucket(tmp_path):
    site = programs.copy_site(tmp_path, "artitec")
    programs.build(site, tmp_path / "bucket", "--keep", "2")
    return tmp_path / "bucket"


def rebuild(tmp_path):
    page = tmp_path / "Site" / "artitec" / "forgot-password.md"
    page.write_text(page.read_text().replace("## Forgot Password?", "## Lost It?"))
    programs.build(tmp_path / "Site", tmp_path / "bucket", "--keep", "2")


def identifier(folder):
    return json.loads((folder / "release.json").read_text())["id"]


class TestSync:
    def test_a_folder_gets_the_buckets_release_and_its_next_one(self, bucket, tmp_path):
        folder = tmp_path / "machine"
        assert sync(bucket, folder).returncode == 0
        assert identifier(folder) == identifier(bucket)
        with programs.serve(folder) as running:
            assert ask(running.port, PAGE).status == 200
        rebuild(tmp_path)
        assert sync(bucket, folder).returncode == 0
        assert identifier(folder) == identifier(bucket)
        with programs.serve(folder) as running:
            assert b">Lost It?<" in ask(running.port, PAGE).body

    def test_a_release_that_is_still_being_published_is_left_to_the_next_run(self, bucket, tmp_path):
        folder, before = tmp_path / "machine", (bucket / "release.json").read_bytes()
        assert sync(bucket, folder).returncode == 0
        rebuild(tmp_path)
        after = (bucket / "release.json").read_bytes()
        (bucket / "release.json").write_bytes(before)
        assert sync(bucket, folder).returncode == 0
        assert (folder / "release.json").read_bytes() == before
        (bucket / "release.json").write_bytes(after)
        assert sync(bucket, folder).returncode == 0
        assert (folder / "release.json").read_bytes() == after

    def test_a_bucket_without_a_release_leaves_the_folder_as_it_was(self, bucket, tmp_path):
        folder = tmp_path / "machine"
        assert sync(bucket, folder).returncode == 0
        before = identifier(folder)
        (bucket / "release.json").unlink()
        assert sync(bucket, folder).returncode != 0
        assert identifier(folder) == before


class TestCluster:
    documents = list(yaml.safe_load_all((FLEET / "kubernetes.yaml").read_text()))

    def test_its_server_takes_its_flags_and_answers_its_probes(self):
        (server,) = [each for each in self.documents[0]["spec"]["template"]["spec"]["containers"] if each["name"] == "server"]
        flags = {text for text in server["args"] if text.startswith("--")}
        known = programs.run(programs.SERVER, "--help").stdout
        assert flags <= set(re.findall(r"--[a-z-]+", known))
        ports = {port.get("name"): port["containerPort"] for port in server["ports"]}
        assert server["args"][server["args"].index("--admin") + 1] == f"0.0.0.0:{ports['admin']}"
        assert {server[probe]["httpGet"]["path"] for probe in ("readinessProbe", "livenessProbe")} == {"/readyz", "/healthz"}

    def test_what_refers_to_something_names_what_is_there(self):
        deployment, service, budget = self.documents
        labels = deployment["spec"]["template"]["metadata"]["labels"]
        assert deployment["spec"]["selector"]["matchLabels"] == service["spec"]["selector"] == labels
        assert budget["spec"]["selector"]["matchLabels"] == labels
        pod = deployment["spec"]["template"]["spec"]
        volumes = {volume["name"] for volume in pod["volumes"]}
        for container in pod["initContainers"] + pod["containers"]:
            assert {mount["name"] for mount in container["volumeMounts"]} <= volumes
