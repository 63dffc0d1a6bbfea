import { onResume } from '#web/lib/hooks/on-resume.ts'

export type StatsMonitorTimes = {
  /** Between two looks. */
  lookMs: number
  /** Without a sign of life from the other side, the connection is dead. */
  silenceMs: number
  /** The same after the network changed or the machine slept. */
  alarmedMs: number
}

export const STATS_MONITOR_TIMES: StatsMonitorTimes = { lookMs: 1000, silenceMs: 6000, alarmedMs: 2000 }

/** One that is still being made has more time. */
const MAKING = 3
/** A look that comes so many times too late has slept. */
const SLEPT = 5

/**
 * What happened since the look before. Bytes are of sound, picture and what belongs to them; `estimate` is what the
 * browser believes that it can send, in bits a second, where it says so; `isHeard`: the other side is there, also where it
 * sends nothing.
 */
export type StatsSample = Omit<Reading, 'answers'> & { isHeard: boolean; at: number }

type Options = StatsMonitorTimes & { onBeat: (beat: StatsSample) => void; onDead: () => void }

type Reading = {
  received: number
  sent: number
  pictures: number
  estimate: number | null
  answers: number
}
const NOTHING: Reading = { received: 0, sent: 0, pictures: 0, answers: 0, estimate: null }

/**
 * Looks at one peer connection every second: how much it carries, and whether the other side is still there. A browser
 * says that a connection is dead after many seconds, and of one that froze not at all; its silence says it sooner.
 */
export class StatsMonitor {
  readonly #options: Options
  #connection: RTCPeerConnection | null = null
  #timer: ReturnType<typeof setInterval> | null = null
  #endWake = () => {}
  #before = NOTHING
  #isMade = false
  #lookedAt = 0
  #livedAt = 0
  /** The network changed or the machine slept, and the other side was not heard since. */
  #alarm: 'fresh' | 'known' | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /** Looks at this one from now on, at none with null. */
  follow(connection: RTCPeerConnection | null): void {
    this.#stop()
    if (!connection) return
    this.#connection = connection
    this.#before = NOTHING
    this.#lookedAt = this.#livedAt = Date.now()
    this.#alarm = null
    this.#isMade = false
    this.#timer = setInterval(() => void this.#look(connection), this.#options.lookMs)
    this.#endWake = onResume(() => this.#sound())
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    this.#connection = null
    this.#endWake()
    this.#endWake = () => {}
  }

  /** What was heard before counts no more. */
  #sound(): void {
    this.#alarm = 'fresh'
    this.#livedAt = Date.now()
  }

  async #look(connection: RTCPeerConnection): Promise<void> {
    const at = Date.now()
    if (at - this.#lookedAt > SLEPT * this.#options.lookMs) this.#sound()
    this.#lookedAt = at
    const now = read(await connection.getStats())
    if (this.#connection !== connection) return
    const before = this.#before
    this.#before = now
    const isHeard = now.received > before.received || now.answers > before.answers
    // The first look after an alarm finds what had come before it.
    if (isHeard && this.#alarm !== 'fresh') {
      this.#livedAt = at
      this.#alarm = null
      this.#isMade = true
    }
    if (this.#alarm) this.#alarm = 'known'
    this.#options.onBeat({
      // A browser forgets a way that it no longer uses, and its bytes.
      received: Math.max(0, now.received - before.received),
      sent: Math.max(0, now.sent - before.sent),
      pictures: Math.max(0, now.pictures - before.pictures),
      estimate: now.estimate,
      isHeard,
      at,
    })
    if (at - this.#livedAt < this.#patience()) return
    this.#livedAt = at
    this.#options.onDead()
  }

  #patience(): number {
    const { silenceMs, alarmedMs } = this.#options
    if (this.#alarm) return this.#isMade ? alarmedMs : silenceMs
    return this.#isMade ? silenceMs : silenceMs * MAKING
  }
}

function read(stats: RTCStatsReport): Reading {
  const sum = { ...NOTHING }
  stats.forEach((report: Report) => {
    if (report.type === 'candidate-pair') {
      sum.received += report.bytesReceived ?? 0
      sum.sent += report.bytesSent ?? 0
      sum.answers += report.responsesReceived ?? 0
      sum.estimate = report.availableOutgoingBitrate ?? sum.estimate
    }
    if (report.type === 'inbound-rtp' && report.kind === 'video') sum.pictures += report.framesDecoded ?? 0
  })
  return sum
}

/** What is read of the browser's reports, each of which has only some of it. */
type Report = {
  type: string
  kind?: string
  bytesReceived?: number
  bytesSent?: number
  responsesReceived?: number
  availableOutgoingBitrate?: number
  framesDecoded?: number
}
