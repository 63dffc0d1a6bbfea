import { Counter, Gauge, type Registry } from 'prom-client'
import type { EngineStats, LiveStats, MediaEngine } from '#server/live-engine/media-engine.ts'
import { BitRates } from './bit-rates.ts'

type Counted = 'packetsIn' | 'packetsOut' | 'bytesIn' | 'bytesOut' | 'packetsLost' | 'packetsResent'

const COUNTERS: Record<Counted, { name: string; help: string }> = {
  packetsIn: { name: 'live_received_packets_total', help: 'Media packets of the broadcaster.' },
  bytesIn: { name: 'live_received_bytes_total', help: 'Bytes of the media packets of the broadcaster.' },
  packetsLost: { name: 'live_lost_packets_total', help: 'Packets of the broadcaster that never came.' },
  packetsOut: { name: 'live_sent_packets_total', help: 'Media packets to viewers.' },
  bytesOut: { name: 'live_sent_bytes_total', help: 'Bytes of the media packets to viewers.' },
  packetsResent: { name: 'live_resent_packets_total', help: 'Packets that viewers got again.' },
}
/** Who asks twice within this time gets the engine's same answer; all figures of one page belong together. */
const SAME_MS = 500
/** Milliseconds between two looks at the streams' rates. */
const LOOK_MS = 5_000

/** The live engine's figures, asked for when somebody looks; answers the function that ends what runs for it. */
export function liveMetrics(registry: Registry, engine: MediaEngine): () => void {
  const rates = new BitRates()
  const ask = remembered(async () => {
    const stats = await engine.stats().catch((): EngineStats | null => null)
    rates.note(stats?.streams ?? [], performance.now())
    return stats
  })
  const registers = [registry]
  for (const [key, { name, help }] of Object.entries(COUNTERS)) {
    new Counter({
      name,
      help,
      labelNames: ['stream'],
      registers,
      async collect() {
        this.reset()
        for (const stream of (await ask())?.streams ?? [])
          // Boundary: the table's keys are those of the type; Object.entries forgets it.
          this.inc({ stream: stream.streamId }, stream[key as Counted])
      },
    })
  }
  const gauge = (name: string, help: string, valueOf: (stream: LiveStats) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['stream'],
      registers,
      async collect() {
        this.reset()
        for (const stream of (await ask())?.streams ?? [])
          this.set({ stream: stream.streamId }, valueOf(stream))
      },
    })
  gauge('live_viewers', 'Viewers who get media of a stream.', ({ viewers }) => viewers)
  gauge('live_recording', '1 while a stream is recorded.', ({ isRecording }) => Number(isRecording))
  gauge(
    'live_received_bits_per_second',
    'What the broadcaster sends, over the last seconds.',
    ({ streamId }) => rates.received(streamId),
  )
  gauge(
    'live_lost_ratio',
    'Part of the broadcaster’s packets that was lost, over the last seconds.',
    ({ streamId }) => rates.lost(streamId),
  )
  engineMetrics(registry, ask)
  const timer = setInterval(() => void ask(), LOOK_MS)
  return () => clearInterval(timer)
}

function engineMetrics(registry: Registry, ask: () => Promise<EngineStats | null>): void {
  const registers = [registry]
  new Gauge({
    name: 'live_engine_up',
    help: '1 while the live engine answers.',
    registers,
    async collect() {
      this.set(Number((await ask()) !== null))
    },
  })
  const processes = {
    live_engine_cpu_seconds_total: { help: 'CPU of an engine process.', key: 'cpuSeconds' },
    live_engine_restarts_total: { help: 'How often an engine process was started again.', key: 'restarts' },
  } as const
  for (const [name, { help, key }] of Object.entries(processes)) {
    new Counter({
      name,
      help,
      labelNames: ['process'],
      registers,
      async collect() {
        this.reset()
        for (const [index, each] of ((await ask())?.processes ?? []).entries())
          this.inc({ process: index }, each[key])
      },
    })
  }
  new Gauge({
    name: 'live_engine_memory_bytes',
    help: 'Memory of an engine process.',
    labelNames: ['process'],
    registers,
    async collect() {
      this.reset()
      for (const [index, { memoryBytes }] of ((await ask())?.processes ?? []).entries())
        this.set({ process: index }, memoryBytes)
    },
  })
}

function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null
  return () => {
    const now = performance.now()
    if (!last || now - last.at > SAME_MS) last = { at: now, answer: ask() }
    return last.answer
  }
}
