import { freePort } from '#server/testing/free-port.ts'
import { createEmbeddedEngine, type EmbeddedEngineOptions } from '../embedded-engine.ts'
import type { EngineEvents, MediaEngine } from '../media-engine.ts'
import { startable } from './bundled-processes.ts'

export type TestEngine = {
  engine: MediaEngine
  udpPort: number
  /** Everything that it logged, a line each. */
  lines: string[]
  /** The engine's process that runs now. */
  pid(): number
  /** Resolves with the payload of the next event of the name. */
  next<E extends keyof EngineEvents>(event: E): Promise<EngineEvents[E]>
  /** How often the event came so far. */
  count(event: keyof EngineEvents): number
}

type SourceOptions = Pick<EmbeddedEngineOptions, 'host' | 'udpPort' | 'log'> & Partial<EmbeddedEngineOptions>

/** An engine from the sources, not started yet. */
export function engineFromSources(options: SourceOptions): MediaEngine {
  return createEmbeddedEngine({
    ...startable(new URL('../../../media/main.ts', import.meta.url)),
    announcedIp: null,
    restartDelayMs: 50,
    ...options,
  })
}

/** One with durations that suit a test, and what it did. */
export async function testEngine(options: Partial<EmbeddedEngineOptions> = {}): Promise<TestEngine> {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const udpPort = options.udpPort ?? (await freePort('udp'))
  const engine = engineFromSources({
    host: '127.0.0.1',
    udpPort,
    log: { info: write, warn: write, error: write },
    peerTimeoutMs: 4000,
    ...options,
  })
  const counts = new Map<string, number>()
  for (const event of EVENTS) engine.on(event, () => counts.set(event, (counts.get(event) ?? 0) + 1))
  return {
    engine,
    udpPort,
    lines,
    pid: () => pidIn(lines),
    next: (event) =>
      new Promise((resolve) => {
        const stop = engine.on(event, (payload) => {
          stop()
          resolve(payload)
        })
      }),
    count: (event) => counts.get(event) ?? 0,
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const EVENTS = [
  'candidate',
  'publishing',
  'peerClosed',
  'reoffer',
  'showing',
  'recordingFailed',
  'down',
  'up',
] as const

function pidIn(lines: string[]): number {
  const pids = lines.map((line) => Number(/runs as process (\d+)/.exec(line)?.[1] ?? 0)).filter(Boolean)
  return pids.at(-1) ?? 0
}
