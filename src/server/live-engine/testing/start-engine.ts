import { childModule } from '#server/startup/child-modules.ts'
import { freePort } from '#server/testing/free-port.ts'
import { withinLimit } from '#server/testing/within-limit.ts'
import { createEmbeddedEngine, type EmbeddedEngineOptions } from '../embedded-engine.ts'
import type { EngineEvents, MediaEngine } from '../media-engine.ts'

export type TestEngine = {
  engine: MediaEngine
  udpPort: number
  /** Everything that was logged, line by line. */
  logLines: string[]
  /** The id of the engine's current process. */
  pid(): number
  /** Resolves with the payload of the next event of this name. */
  nextEvent<E extends keyof EngineEvents>(event: E): Promise<EngineEvents[E]>
  /** How often the event was emitted so far. */
  eventCount(event: keyof EngineEvents): number
}

type SourceOptions = Pick<EmbeddedEngineOptions, 'host' | 'udpPort' | 'log'> & Partial<EmbeddedEngineOptions>

/** Creates an engine that runs from the sources, not started yet. */
export function engineFromSources(options: SourceOptions): MediaEngine {
  return createEmbeddedEngine({
    ...childModule('engine'),
    announcedIp: null,
    allowLocalCandidates: true,
    restartDelayMs: 50,
    ...options,
  })
}

/** Creates such an engine with durations for tests, and collects what it logs and emits. */
export async function testEngine(options: Partial<EmbeddedEngineOptions> = {}): Promise<TestEngine> {
  const logLines: string[] = []
  const write = (line: string) => void logLines.push(line)
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
    logLines,
    pid: () => pidIn(logLines),
    nextEvent: (event) =>
      withinLimit(
        new Promise((resolve) => {
          const unsubscribe = engine.on(event, (payload) => {
            unsubscribe()
            resolve(payload)
          })
        }),
        () => `the engine has not emitted ${event}; it has logged: ${logLines.join(' ') || 'nothing'}`,
      ),
    eventCount: (event) => counts.get(event) ?? 0,
  }
}

/** Returns whether a process exists. */
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
  'layerChanged',
  'recordingFailed',
  'down',
  'up',
] as const

function pidIn(lines: string[]): number {
  const pids = lines.map((line) => Number(/runs as process (\d+)/.exec(line)?.[1] ?? 0)).filter(Boolean)
  return pids.at(-1) ?? 0
}
