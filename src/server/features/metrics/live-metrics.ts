import { Counter, Gauge, type Registry } from 'prom-client'
import { isConnectionTestName } from '#server/features/live/connection-test-name.ts'
import type { ProcessStats } from '#server/live-engine/media-engine.ts'
import { type LiveFigures, type StreamFigures, isUp } from './live-figures.ts'

type Valued<T> = { name: string; help: string; of: (counted: T) => number }

const STREAM_COUNTERS: Valued<StreamFigures>[] = [
  { name: 'live_received_packets_total', help: 'Media packets of the broadcaster.', of: (s) => s.packetsIn },
  { name: 'live_received_bytes_total', help: 'Bytes of the broadcaster.', of: (s) => s.bytesIn },
  { name: 'live_lost_packets_total', help: 'Its packets that never came.', of: (s) => s.packetsLost },
  { name: 'live_sent_packets_total', help: 'Media packets to viewers.', of: (s) => s.packetsOut },
  { name: 'live_sent_bytes_total', help: 'Bytes to viewers.', of: (s) => s.bytesOut },
  {
    name: 'live_resent_packets_total',
    help: 'Packets that viewers got again.',
    of: (s) => s.packetsRetransmitted,
  },
]
const STREAM_GAUGES: Valued<StreamFigures>[] = [
  { name: 'live_viewers', help: 'Viewers who get media.', of: (s) => s.viewers },
  { name: 'live_recording', help: '1 while the stream is recorded.', of: (s) => Number(s.isRecording) },
  {
    name: 'live_received_bits_per_second',
    help: 'What the broadcaster sends, over the last seconds.',
    of: (s) => s.bitsPerSecond,
  },
  {
    name: 'live_lost_ratio',
    help: 'Part of its packets that was lost, over the last seconds.',
    of: (s) => s.lostRatio,
  },
]
const ENGINE_COUNTERS: Valued<ProcessStats>[] = [
  { name: 'live_engine_cpu_seconds_total', help: 'CPU of an engine process.', of: (e) => e.cpuSeconds },
  { name: 'live_engine_restarts_total', help: 'How often it was started again.', of: (e) => e.restarts },
]
const ENGINE_GAUGES: Valued<ProcessStats>[] = [
  { name: 'live_engine_memory_bytes', help: 'Memory of an engine process.', of: (e) => e.memoryBytes },
]

/** The live engine's figures, asked for when somebody looks. */
export function liveMetrics(registry: Registry, figures: LiveFigures): void {
  const streams = async () =>
    ((await figures.read())?.streams ?? [])
      // Each line that is tried would be a series of its own, for ever.
      .filter(({ streamId }) => !isConnectionTestName(streamId))
      .map((each) => [{ stream: each.streamId }, each] as const)
  const engines = async () =>
    ((await figures.read())?.processes ?? []).flatMap((each, index) =>
      each ? [[{ process: index }, each] as const] : [],
    )
  for (const valued of STREAM_COUNTERS) counter(registry, valued, 'stream', streams)
  for (const valued of STREAM_GAUGES) gauge(registry, valued, 'stream', streams)
  for (const valued of ENGINE_COUNTERS) counter(registry, valued, 'process', engines)
  for (const valued of ENGINE_GAUGES) gauge(registry, valued, 'process', engines)
  new Gauge({
    name: 'live_engine_up',
    help: '1 while every process of the live engine answers.',
    registers: [registry],
    async collect() {
      this.set(Number(isUp(await figures.read())))
    },
  })
}

type Labelled<T> = () => Promise<(readonly [Record<string, string | number>, T])[]>

/** The engine counts by itself: each look replaces what stood here, also of streams that are gone. */
function counter<T>(
  registry: Registry,
  { name, help, of }: Valued<T>,
  label: string,
  read: Labelled<T>,
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [labels, counted] of await read()) this.inc(labels, of(counted))
    },
  })
}

function gauge<T>(registry: Registry, { name, help, of }: Valued<T>, label: string, read: Labelled<T>): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [labels, counted] of await read()) this.set(labels, of(counted))
    },
  })
}
