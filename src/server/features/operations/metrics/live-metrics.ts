import { Counter, Gauge, type Registry } from 'prom-client'
import { isConnectionTestName } from '#server/features/live/live/connection-test-name.ts'
import type { ProcessStats } from '#server/live-engine/media-engine.ts'
import { type LiveStats, type StreamSnapshot, isUp } from '#server/features/live/live-status/live-stats.ts'

type Metric<T> = { name: string; help: string; valueOf: (stats: T) => number }

const STREAM_COUNTERS: Metric<StreamSnapshot>[] = [
  {
    name: 'live_received_packets_total',
    help: 'Media packets received from the broadcaster.',
    valueOf: (s) => s.packetsIn,
  },
  {
    name: 'live_received_bytes_total',
    help: 'Media bytes received from the broadcaster.',
    valueOf: (s) => s.bytesIn,
  },
  {
    name: 'live_lost_packets_total',
    help: 'Packets of the broadcaster that never arrived.',
    valueOf: (s) => s.packetsLost,
  },
  { name: 'live_sent_packets_total', help: 'Media packets sent to viewers.', valueOf: (s) => s.packetsOut },
  { name: 'live_sent_bytes_total', help: 'Media bytes sent to viewers.', valueOf: (s) => s.bytesOut },
  {
    name: 'live_resent_packets_total',
    help: 'Packets retransmitted to viewers.',
    valueOf: (s) => s.packetsRetransmitted,
  },
]
const STREAM_GAUGES: Metric<StreamSnapshot>[] = [
  { name: 'live_viewers', help: 'Viewers that receive media.', valueOf: (s) => s.viewers },
  { name: 'live_recording', help: '1 while the stream is recorded.', valueOf: (s) => Number(s.isRecording) },
  {
    name: 'live_received_bits_per_second',
    help: 'Bit rate from the broadcaster over the last seconds.',
    valueOf: (s) => s.bitsPerSecond,
  },
  {
    name: 'live_lost_ratio',
    help: 'Ratio of the broadcaster packets that were lost over the last seconds.',
    valueOf: (s) => s.lostRatio,
  },
]
const ENGINE_COUNTERS: Metric<ProcessStats>[] = [
  {
    name: 'live_engine_cpu_seconds_total',
    help: 'CPU time of an engine process.',
    valueOf: (e) => e.cpuSeconds,
  },
  { name: 'live_engine_restarts_total', help: 'Restarts of an engine process.', valueOf: (e) => e.restarts },
]
const ENGINE_GAUGES: Metric<ProcessStats>[] = [
  { name: 'live_engine_memory_bytes', help: 'Memory of an engine process.', valueOf: (e) => e.memoryBytes },
]

/** Registers the live engine's metrics, which are read from the engine at each scrape. */
export function registerLiveMetrics(registry: Registry, liveStats: LiveStats): void {
  const streams = async () =>
    ((await liveStats.read())?.streams ?? [])
      // Each connection test would create a permanent time series.
      .filter(({ streamId }) => !isConnectionTestName(streamId))
      .map((each) => [{ stream: each.streamId }, each] as const)
  const engines = async () =>
    ((await liveStats.read())?.processes ?? []).flatMap((each, index) =>
      each ? [[{ process: index }, each] as const] : [],
    )
  for (const metric of STREAM_COUNTERS) counter(registry, metric, 'stream', streams)
  for (const metric of STREAM_GAUGES) gauge(registry, metric, 'stream', streams)
  for (const metric of ENGINE_COUNTERS) counter(registry, metric, 'process', engines)
  for (const metric of ENGINE_GAUGES) gauge(registry, metric, 'process', engines)
  new Gauge({
    name: 'live_engine_up',
    help: '1 while every process of the live engine responds.',
    registers: [registry],
    async collect() {
      this.set(Number(isUp(await liveStats.read())))
    },
  })
}

type LabelledValues<T> = () => Promise<(readonly [Record<string, string | number>, T])[]>

/** Registers a counter of the engine's own counts: each scrape replaces the values, and drops removed streams. */
function counter<T>(
  registry: Registry,
  { name, help, valueOf }: Metric<T>,
  label: string,
  read: LabelledValues<T>,
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [labels, stats] of await read()) this.inc(labels, valueOf(stats))
    },
  })
}

function gauge<T>(
  registry: Registry,
  { name, help, valueOf }: Metric<T>,
  label: string,
  read: LabelledValues<T>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [labels, stats] of await read()) this.set(labels, valueOf(stats))
    },
  })
}
