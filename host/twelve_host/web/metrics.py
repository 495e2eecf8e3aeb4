"""The service's numbers in the format that Prometheus scrapes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..service.counts import BOUNDS_S
from ..service.service import Service

if TYPE_CHECKING:
    from prometheus_client.core import Metric

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_COUNTED = {
    "records": "Records committed to the database.",
    "duplicates": "Records that came again.",
    "gaps": "Records that came before one that was missing.",
    "forks": "Games that continue in two ways.",
    "reconnects": "Times a table came back.",
}


def text(service: Service) -> bytes:
    """Return all metrics as text."""
    # Imported when first asked: most services are never scraped, and starting is to be quick.
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.registry import Collector

    class Numbers(Collector):
        def collect(self) -> Iterator[Metric]:
            return _collect(service)

    registry = CollectorRegistry(auto_describe=False)
    registry.register(Numbers())
    return generate_latest(registry)


def _collect(service: Service) -> Iterator[Metric]:
    from prometheus_client.core import (
        CounterMetricFamily,
        GaugeMetricFamily,
        HistogramMetricFamily,
    )

    mirrors = list(service.mirrors.values())
    for name, words, value in (
        ("twelve_tables_connected", "Tables that answer.", sum(m.connected for m in mirrors)),
        ("twelve_tables_disagreeing", "Tables that disagree.", sum(bool(m.wrong) for m in mirrors)),
        ("twelve_listeners", "Pages and programs on the live line.", len(service.bus)),
    ):
        yield GaugeMetricFamily(name, words, value)
    for what, words in _COUNTED.items():
        total = sum(mirror.counts()[what] for mirror in mirrors)
        yield CounterMetricFamily(f"twelve_{what}", words, total)
    bad = service.counts.bad_lines
    bad += sum(m.connection.bad_lines for m in mirrors if m.connection is not None)
    yield CounterMetricFamily("twelve_bad_lines", "Lines that came damaged.", bad)
    yield CounterMetricFamily("twelve_outages", "Times a table was lost.", service.counts.outages)
    family = HistogramMetricFamily(
        "twelve_request_seconds", "Time to answer a request to a table.", labels=["what", "status"]
    )
    bounds = [*(str(bound) for bound in BOUNDS_S), "+Inf"]
    for (what, status), histogram in sorted(service.counts.requests.items()):
        below, buckets = 0, []
        for bound, count in zip(bounds, histogram.counts, strict=True):
            below += count
            buckets.append((bound, below))
        family.add_metric([what, str(status)], buckets, histogram.sum_s)
    yield family
