"""The alerts for Kubernetes: the same rules as the Prometheus operator wants them.

`python -m tests.deploy.rules` writes them.
"""

import sys
from pathlib import Path

import yaml

from tests.deploy.manifests import DEPLOY

ALERTS = DEPLOY / "observability" / "alerts.yml"
RULE = DEPLOY / "kubernetes" / "components" / "monitoring" / "alerts.yaml"

_HEAD = """\
# Written by python -m tests.deploy.rules from deploy/observability/alerts.yml: change that one.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: ludarium
spec:
"""


def prometheus_rule(alerts: Path = ALERTS) -> str:
    """The text of the PrometheusRule."""
    groups = yaml.safe_load(alerts.read_text())
    body = yaml.safe_dump(groups, sort_keys=False, width=4096, allow_unicode=True)
    return _HEAD + "".join(f"  {line}\n" for line in body.splitlines())


if __name__ == "__main__":
    RULE.write_text(prometheus_rule())
    sys.exit(0)
