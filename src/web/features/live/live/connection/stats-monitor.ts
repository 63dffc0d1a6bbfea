import { onResume } from '#web/lib/hooks/on-resume.ts'

export type StatsMonitorTimes = {
  /** Interval between two polls. */
  pollMs: number
  /** A connection that receives nothing for this long is dead. */
  silenceTimeoutMs: number
  /** The same, after the network changed or the machine slept. */
  resumeTimeoutMs: number
}

export const STATS_MONITOR_TIMES: StatsMonitorTimes = {
  pollMs: 1000,
  silenceTimeoutMs: 6000,
  resumeTimeoutMs: 2000,
}

/** The timeout is this many times longer before a connection is established. */
const CONNECTING_FACTOR = 3
/** A poll that is late by this many intervals means that the machine slept. */
const SLEEP_FACTOR = 5

/**
 * The changes since the previous poll. Bytes include media and transport overhead; `estimate` is the browser's estimate
 * of the outgoing bandwidth in bits per second, null where it has none. `isAlive`: the remote side responds, also while
 * it sends no media. `at` is the time of the poll in ms.
 */
export type StatsSample = Omit<Totals, 'responsesReceived'> & { isAlive: boolean; at: number }

type Options = StatsMonitorTimes & { onSample: (sample: StatsSample) => void; onDead: () => void }

type Totals = {
  bytesReceived: number
  bytesSent: number
  framesDecoded: number
  estimate: number | null
  responsesReceived: number
}
const ZERO_TOTALS: Totals = {
  bytesReceived: 0,
  bytesSent: 0,
  framesDecoded: 0,
  responsesReceived: 0,
  estimate: null,
}

/**
 * Polls the statistics of one peer connection: how much it carries, and whether the remote side still responds.
 * Browsers report a dead connection only after many seconds, and a frozen one never; the statistics show it sooner.
 */
export class StatsMonitor {
  readonly #options: Options
  #connection: RTCPeerConnection | null = null
  #timer: ReturnType<typeof setInterval> | null = null
  #stopResumeListener = () => {}
  #totals = ZERO_TOTALS
  #isEstablished = false
  #polledAt = 0
  #aliveAt = 0
  /** Set after a network change or sleep, until the remote side responds; 'polled' from the first poll on. */
  #alarm: 'raised' | 'polled' | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /** Monitors this connection from now on; null stops. */
  monitor(connection: RTCPeerConnection | null): void {
    this.#stop()
    if (!connection) return
    this.#connection = connection
    this.#totals = ZERO_TOTALS
    this.#polledAt = this.#aliveAt = Date.now()
    this.#alarm = null
    this.#isEstablished = false
    this.#timer = setInterval(() => void this.#poll(connection), this.#options.pollMs)
    this.#stopResumeListener = onResume(() => this.#raiseAlarm())
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    this.#connection = null
    this.#stopResumeListener()
    this.#stopResumeListener = () => {}
  }

  /** Restarts the timeout: earlier activity proves nothing any more. */
  #raiseAlarm(): void {
    this.#alarm = 'raised'
    this.#aliveAt = Date.now()
  }

  async #poll(connection: RTCPeerConnection): Promise<void> {
    const at = Date.now()
    if (at - this.#polledAt > SLEEP_FACTOR * this.#options.pollMs) this.#raiseAlarm()
    this.#polledAt = at
    const now = readTotals(await connection.getStats())
    if (this.#connection !== connection) return
    const before = this.#totals
    this.#totals = now
    const isAlive =
      now.bytesReceived > before.bytesReceived || now.responsesReceived > before.responsesReceived
    // The first poll after an alarm finds data that arrived before it.
    if (isAlive && this.#alarm !== 'raised') {
      this.#aliveAt = at
      this.#alarm = null
      this.#isEstablished = true
    }
    if (this.#alarm) this.#alarm = 'polled'
    this.#options.onSample({
      // Browsers drop unused candidate pairs and their byte counts.
      bytesReceived: Math.max(0, now.bytesReceived - before.bytesReceived),
      bytesSent: Math.max(0, now.bytesSent - before.bytesSent),
      framesDecoded: Math.max(0, now.framesDecoded - before.framesDecoded),
      estimate: now.estimate,
      isAlive,
      at,
    })
    if (at - this.#aliveAt < this.#timeoutMs()) return
    this.#aliveAt = at
    this.#options.onDead()
  }

  #timeoutMs(): number {
    const { silenceTimeoutMs, resumeTimeoutMs } = this.#options
    if (this.#alarm) return this.#isEstablished ? resumeTimeoutMs : silenceTimeoutMs
    return this.#isEstablished ? silenceTimeoutMs : silenceTimeoutMs * CONNECTING_FACTOR
  }
}

function readTotals(stats: RTCStatsReport): Totals {
  const totals = { ...ZERO_TOTALS }
  stats.forEach((report: Report) => {
    if (report.type === 'candidate-pair') {
      totals.bytesReceived += report.bytesReceived ?? 0
      totals.bytesSent += report.bytesSent ?? 0
      totals.responsesReceived += report.responsesReceived ?? 0
      totals.estimate = report.availableOutgoingBitrate ?? totals.estimate
    }
    if (report.type === 'inbound-rtp' && report.kind === 'video')
      totals.framesDecoded += report.framesDecoded ?? 0
  })
  return totals
}

/** The fields that `readTotals` uses; each type of report has only some of them. */
type Report = {
  type: string
  kind?: string
  bytesReceived?: number
  bytesSent?: number
  responsesReceived?: number
  availableOutgoingBitrate?: number
  framesDecoded?: number
}
