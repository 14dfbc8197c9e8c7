"""The overlays build, are valid, and keep the rules of the house.

The policy is a handful of assertions of our own: the checkers that are to be had bring a hundred libraries along, and
none knows what a Ludarium process needs.
"""

from typing import Any

import kubernetes_validate
import pytest

from server.store.partitions import PARTITIONS
from tests.deploy.manifests import (
    OVERLAYS,
    Manifest,
    containers,
    kubectl,
    name_of,
    of_kind,
    overlay,
    pods,
    selects,
)

pytestmark = pytest.mark.skipif(kubectl() is None, reason="no kubectl: its wheel is for Linux")

DEFINED_ELSEWHERE = {"ScaledObject", "ServiceMonitor", "PrometheusRule"}
"""Custom resources, whose definitions are their operators'."""
KUBERNETES = "1.37"


@pytest.fixture(params=OVERLAYS)
def manifests(request: pytest.FixtureRequest) -> tuple[Manifest, ...]:
    """An overlay."""
    return overlay(request.param)


def test_every_resource_is_valid(manifests: tuple[Manifest, ...]) -> None:
    for manifest in manifests:
        if manifest["kind"] not in DEFINED_ELSEWHERE:
            kubernetes_validate.validate(manifest, KUBERNETES, strict=True)


def test_custom_resources_are_of_the_versions_that_their_operators_serve(manifests: tuple[Manifest, ...]) -> None:
    versions = {(manifest["kind"], manifest["apiVersion"]) for manifest in of_kind(manifests, *DEFINED_ELSEWHERE)}
    assert versions <= {
        ("ScaledObject", "keda.sh/v1alpha1"),
        ("ServiceMonitor", "monitoring.coreos.com/v1"),
        ("PrometheusRule", "monitoring.coreos.com/v1"),
    }


def test_every_process_is_there(manifests: tuple[Manifest, ...]) -> None:
    made = {manifest["metadata"]["name"] for manifest, _ in pods(manifests)}
    assert {f"ludarium-{process}" for process in ("server", "query", "worker", "web", "bots")} <= made


def test_no_container_may_more_than_it_needs(manifests: tuple[Manifest, ...]) -> None:
    for manifest, template in pods(manifests):
        security = template["spec"]["securityContext"]
        assert security["runAsNonRoot"], name_of(manifest)
        assert security["runAsUser"] >= 100, name_of(manifest)
        assert security["seccompProfile"] == {"type": "RuntimeDefault"}, name_of(manifest)
        assert template["spec"]["automountServiceAccountToken"] is False, name_of(manifest)
        assert not {"hostNetwork", "hostPID", "hostIPC"} & template["spec"].keys(), name_of(manifest)
        assert not any("hostPath" in volume for volume in template["spec"]["volumes"]), name_of(manifest)
    for manifest, container in containers(manifests):
        security = container["securityContext"]
        assert security["readOnlyRootFilesystem"], name_of(manifest)
        assert security["allowPrivilegeEscalation"] is False, name_of(manifest)
        assert security["capabilities"] == {"drop": ["ALL"]}, name_of(manifest)


def test_every_container_names_its_release_and_its_appetite(manifests: tuple[Manifest, ...]) -> None:
    for manifest, container in containers(manifests):
        _, _, tag = container["image"].rpartition("/")[2].partition(":")
        assert tag, name_of(manifest)
        assert tag != "latest", name_of(manifest)
        assert {"cpu", "memory"} <= container["resources"]["requests"].keys(), name_of(manifest)
        assert container["resources"]["limits"]["memory"] == container["resources"]["requests"]["memory"]


def test_what_serves_is_probed_and_its_liveness_does_not_hang_on_the_store(manifests: tuple[Manifest, ...]) -> None:
    for manifest, container in containers(manifests):
        if {port["name"] for port in container.get("ports", ())} <= {"metrics"}:
            continue  # it serves nobody
        probes = {name: container[name] for name in ("startupProbe", "livenessProbe", "readinessProbe")}
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        if "health" in ports:
            assert all(probe["grpc"]["port"] == ports["health"] for probe in probes.values()), name_of(manifest)
            assert probes["livenessProbe"]["grpc"]["service"] == "live", name_of(manifest)
            assert not probes["readinessProbe"]["grpc"].get("service"), name_of(manifest)


def test_what_has_replicas_survives_a_drained_node(manifests: tuple[Manifest, ...]) -> None:
    budgets = [budget["spec"]["selector"]["matchLabels"] for budget in of_kind(manifests, "PodDisruptionBudget")]
    for manifest, template in pods(manifests):
        if manifest["kind"] == "Job" or manifest["metadata"]["name"] == "ludarium-bots":
            continue
        labels = template["metadata"]["labels"]
        assert sum(selects(budget, labels) for budget in budgets) == 1, name_of(manifest)
        spread = template["spec"]["topologySpreadConstraints"]
        assert all(selects(constraint["labelSelector"]["matchLabels"], labels) for constraint in spread)


def test_what_clients_are_connected_to_gives_them_time_to_go(manifests: tuple[Manifest, ...]) -> None:
    for manifest in of_kind(manifests, "Deployment"):
        (container,) = manifest["spec"]["template"]["spec"]["containers"]
        if {"grpc", "http"} & {port["name"] for port in container.get("ports", ())}:
            seconds = container["lifecycle"]["preStop"]["sleep"]["seconds"]
            assert manifest["spec"]["template"]["spec"]["terminationGracePeriodSeconds"] >= seconds + 20
            assert manifest["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0


def test_services_policies_and_monitors_meet_what_they_name(manifests: tuple[Manifest, ...]) -> None:
    templates = [template for _, template in pods(manifests)]
    for service in of_kind(manifests, "Service"):
        selector = dict(service["spec"]["selector"])
        pod = selector.pop("statefulset.kubernetes.io/pod-name", "")
        if pod:
            assert pod.rpartition("-")[0] in {s["metadata"]["name"] for s in of_kind(manifests, "StatefulSet")}
            continue
        chosen = [template for template in templates if selects(selector, template["metadata"]["labels"])]
        assert chosen, name_of(service)
        for template in chosen:
            ports = {port["name"] for container in template["spec"]["containers"] for port in container["ports"]}
            assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports, name_of(service)
    for monitor in of_kind(manifests, "ServiceMonitor"):
        selector = monitor["spec"]["selector"]["matchLabels"]
        scraped = [s for s in of_kind(manifests, "Service") if selects(selector, s["metadata"].get("labels", {}))]
        with_metrics = [s for s in scraped if any(port["name"] == "metrics" for port in s["spec"]["ports"])]
        measured = ("server", "query", "worker", "bots", "web")
        assert {s["metadata"]["name"] for s in with_metrics} == {f"ludarium-{process}" for process in measured}


def test_nobody_talks_to_anybody_but_whom_a_policy_names(manifests: tuple[Manifest, ...]) -> None:
    policies = {policy["metadata"]["name"]: policy["spec"] for policy in of_kind(manifests, "NetworkPolicy")}
    assert policies["nobody"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    components = {template["metadata"]["labels"]["app.kubernetes.io/component"] for _, template in pods(manifests)}
    for component in components:
        assert policies[component]["podSelector"] == {"matchLabels": {"app.kubernetes.io/component": component}}
    reach_the_store = {
        peer["podSelector"]["matchLabels"]["app.kubernetes.io/component"]
        for rule in policies["redis"]["ingress"]
        for peer in rule["from"]
    }
    assert reach_the_store == {"server", "query", "worker", "redis"}


def test_every_config_map_and_secret_that_is_named_exists_or_is_promised(manifests: tuple[Manifest, ...]) -> None:
    made = {m["metadata"]["name"] for m in of_kind(manifests, "ConfigMap")}
    secrets = {m["metadata"]["name"] for m in of_kind(manifests, "Secret")}
    for manifest, template in pods(manifests):
        for kind, name in _references(template["spec"]):
            if kind == "secret":
                known = name in secrets or name in ("ludarium-secrets", "ludarium-tls")
                assert known, f"{name_of(manifest)} needs Secret {name}"
            else:
                assert name in made, f"{name_of(manifest)} needs ConfigMap {name}"


def test_only_the_overlay_for_trying_out_holds_secrets() -> None:
    for name in OVERLAYS:
        assert bool(of_kind(overlay(name), "Secret")) == (name == "dev")


def test_what_scales_is_capped_and_leaves_the_number_of_replicas_alone() -> None:
    for name in ("production", "cluster"):
        manifests = overlay(name)
        (scaled,) = of_kind(manifests, "ScaledObject")
        assert scaled["spec"]["maxReplicaCount"] == PARTITIONS
        (trigger,) = scaled["spec"]["triggers"]
        assert "ludarium_projection_lag_events" in trigger["metadata"]["query"]
        (autoscaler,) = of_kind(manifests, "HorizontalPodAutoscaler")
        targets = {scaled["spec"]["scaleTargetRef"]["name"], autoscaler["spec"]["scaleTargetRef"]["name"]}
        deployments = {d["metadata"]["name"]: d["spec"] for d in of_kind(manifests, "Deployment")}
        assert targets == {"ludarium-server", "ludarium-worker"}
        assert all("replicas" not in deployments[target] for target in targets)


def test_the_store_is_as_safe_as_the_servers_promise(manifests: tuple[Manifest, ...]) -> None:
    texts = {m["metadata"]["name"].rpartition("-")[0]: m["data"] for m in of_kind(manifests, "ConfigMap")}
    conf = dict(
        line.split(" ", 1)
        for line in texts["redis-scripts"]["redis.conf"].splitlines()
        if line and not line.startswith("#")
    )
    assert (conf["appendonly"], conf["appendfsync"], conf["maxmemory-policy"]) == ("yes", "always", "noeviction")
    (redis,) = of_kind(manifests, "StatefulSet")
    if texts["ludarium-settings"]["LUDARIUM_DURABILITY"] == "local":
        assert redis["spec"]["replicas"] == 1
    else:
        assert conf["min-replicas-to-write"] == "1"
        assert redis["spec"]["replicas"] == (6 if redis["metadata"]["name"] == "redis-cluster" else 3)
    assert redis["spec"]["volumeClaimTemplates"]


def _references(spec: Manifest) -> set[tuple[str, str]]:
    found: set[tuple[str, str]] = set()

    def look(node: Any) -> None:
        if isinstance(node, dict):
            for key, value in node.items():
                if key in ("secretKeyRef", "secretRef"):
                    found.add(("secret", value["name"]))
                elif key in ("configMapKeyRef", "configMapRef"):
                    found.add(("configMap", value["name"]))
                elif key == "secret" and isinstance(value, dict):
                    found.add(("secret", value["secretName"]))
                elif key == "configMap" and isinstance(value, dict):
                    found.add(("configMap", value["name"]))
                else:
                    look(value)
        elif isinstance(node, list):
            for entry in node:
                look(entry)

    look(spec)
    return found
