import type { EngineEvent } from './protocol.ts'

const INTERVAL_MS = 250

type Beat = Extract<EngineEvent, { type: 'heartbeat' }>

let send: ((beat: Beat) => void) | null = null
let tickedAt = Infinity
let sentAt = 0
let runMs = 0
let measuredFrom = performance.eventLoopUtilization()

/** Tells the app at intervals that this process works, and how busy its event loop is. */
export function startHeartbeat(sendBeat: (beat: Beat) => void): void {
  send = sendBeat
  tickedAt = performance.now()
  // Leaves out the time that loading the modules took.
  measuredFrom = performance.eventLoopUtilization()
  send({ type: 'heartbeat', utilization: 0, delayMs: 0 })
  setInterval(() => {
    const now = performance.now()
    runMs += Math.min(now - tickedAt, INTERVAL_MS)
    sendHeartbeat(now)
    tickedAt = now
  }, INTERVAL_MS).unref()
}

/**
 * Called after each callback of the native module and each message. With hundreds of viewers Node can run its callbacks
 * for seconds before the next timer: the process is busy then, and not dead.
 */
export function beat(): void {
  const now = performance.now()
  if (now - sentAt > 2 * INTERVAL_MS) sendHeartbeat(now)
}

/**
 * Milliseconds for which the event loop has run, without its stalls. The silence of a peer is measured by it: what the
 * peer has sent during a stall is read only afterwards.
 */
export function runningTime(): number {
  return runMs
}

/** Milliseconds by which the event loop is late now. */
export function lateness(now: number): number {
  return Math.max(0, now - tickedAt - INTERVAL_MS)
}

function sendHeartbeat(now: number): void {
  if (!send) return
  sentAt = now
  const current = performance.eventLoopUtilization()
  const { utilization } = performance.eventLoopUtilization(current, measuredFrom)
  measuredFrom = current
  send({ type: 'heartbeat', utilization, delayMs: lateness(now) })
}
