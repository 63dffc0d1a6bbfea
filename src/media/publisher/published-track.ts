import type { Track } from 'node-datachannel'
import { guarded } from '../process/guard.ts'
import { MissingPackets } from './nack-tracker.ts'
import { ReceiverStats } from './receiver-stats.ts'
import { restoreResent } from '../rtp/rtx.ts'
import {
  readRtcp,
  writeEmptyReport,
  writeNack,
  writePli,
  writeReceiverReport,
  writeRemb,
  type SenderReport,
} from '../rtp/rtcp.ts'
import { isRtcp, payloadStart, payloadTypeOf, ssrcOf, transportSequenceOf } from '../rtp/rtp.ts'
import type { SentTrack } from '../sdp/restrict-session.ts'
import type { TransportFeedback } from './transport-feedback-generator.ts'

/** Our own SSRC in what we report to broadcasters; it only has to differ from theirs. */
const OUR_SSRC = 1
/** A compound packet begins with a report (RFC 3550 section 6.1). */
const NO_REPORT = writeEmptyReport(OUR_SSRC)
/** So many packets later one that is missing will not come any more: a few seconds of either kind. */
const WINDOW = { audio: 128, video: 512 } as const

const OUTAGE_MS = 1000

type Listener = {
  /** Whether it may still be received; asked for every packet, whatever it is. */
  admits: (bytes: number, now: number) => boolean
  onPacket: (packet: Buffer, now: number) => void
  onSenderReport: (report: SenderReport) => void
  /** Packets are missing: call `requestMissing` soon. */
  onGap: () => void
  /** What is missing will not come. */
  onOutage: () => void
}

/** One track that a broadcaster sends us: counts it, reports on it, asks for what was lost. */
export class PublishedTrack {
  readonly offered: SentTrack
  readonly #native: Track
  readonly #transport: TransportFeedback
  readonly #listener: Listener
  #stats: ReceiverStats | null = null
  #missing: MissingPackets
  #lostBefore = 0
  #outageAt = -Infinity

  constructor(native: Track, offered: SentTrack, transport: TransportFeedback, listener: Listener) {
    this.#native = native
    this.offered = offered
    this.#missing = new MissingPackets(offered.kind)
    this.#transport = transport
    this.#listener = listener
    native.onMessage(guarded('published packet', (packet) => this.#receive(packet)))
  }

  get hasMedia(): boolean {
    return this.#stats !== null
  }

  get isMissingPackets(): boolean {
    return !this.#missing.isEmpty
  }

  /** Packets that never came. */
  get packetsLost(): number {
    return this.#lostBefore + (this.#stats?.lost ?? 0)
  }

  /** How the track arrives and, for a picture, how much may be sent at most (bits a second). */
  report(bitrate: number, now: number): void {
    if (!this.#stats) return
    const { ssrc } = this.#stats
    const remb = this.offered.kind === 'video' ? [writeRemb(OUR_SSRC, ssrc, bitrate)] : []
    this.#send([writeReceiverReport(OUR_SSRC, this.#stats.takeReport(now)), ...remb])
  }

  /** When the packets of the whole connection came; any of its tracks can tell. */
  reportTransport(now: number): void {
    if (!this.#stats) return
    for (const report of this.#transport.takeReports(OUR_SSRC, this.#stats.ssrc, now))
      this.#send([NO_REPORT, report])
  }

  requestKeyframe(): void {
    if (this.#stats) this.#send([NO_REPORT, writePli(OUR_SSRC, this.#stats.ssrc)])
  }

  requestMissing(now: number): void {
    const { due, areSomeLost } = this.#missing.takeDue(now)
    if (this.#stats && due.length > 0) this.#send([NO_REPORT, writeNack(OUR_SSRC, this.#stats.ssrc, due)])
    if (areSomeLost) this.#endure(now)
  }

  #receive(packet: Buffer): void {
    const now = performance.now()
    if (!this.#listener.admits(packet.length, now)) return
    if (isRtcp(packet)) return this.#receiveControl(packet, now)
    const start = payloadStart(packet)
    if (start < 0) return
    const { codec, uplink } = this.offered
    const type = payloadTypeOf(packet)
    if (type !== codec.payloadType && type !== uplink.resendType) return
    this.#noteTransport(packet, now)
    if (type === codec.payloadType) this.#receiveMedia(packet, now)
    else if (this.#stats) {
      const resent = restoreResent(packet, start, codec.payloadType, this.#stats.ssrc)
      if (resent) this.#receiveMedia(resent, now)
    }
  }

  #receiveMedia(packet: Buffer, now: number): void {
    const { kind, codec, uplink } = this.offered
    if (this.#stats?.ssrc !== ssrcOf(packet)) {
      this.#lostBefore = this.packetsLost
      this.#stats = new ReceiverStats(packet, codec.clockRate, WINDOW[kind])
      this.#missing = new MissingPackets(kind)
    }
    this.#stats.count(packet, now)
    // Without an answer a keyframe is all that helps a picture, and nothing helps sound.
    if (kind === 'video' || uplink.answersNack) this.#noteMissing(packet, now)
    this.#listener.onPacket(packet, now)
  }

  #noteTransport(packet: Buffer, now: number): void {
    const id = this.offered.uplink.transportId
    const sequence = id === null ? -1 : transportSequenceOf(packet, id)
    if (sequence >= 0) this.#transport.note(sequence, now)
  }

  #noteMissing(packet: Buffer, now: number): void {
    if (!this.#missing.note(packet, now)) this.#endure(now)
    if (!this.#missing.isEmpty) this.#listener.onGap()
  }

  /** One keyframe mends all that was lost before it comes, and is the heaviest thing to send. */
  #endure(now: number): void {
    if (now - this.#outageAt < OUTAGE_MS) return
    this.#outageAt = now
    this.#listener.onOutage()
  }

  #receiveControl(packet: Buffer, now: number): void {
    for (const message of readRtcp(packet)) {
      if (message.type !== 'sender_report' || message.ssrc !== this.#stats?.ssrc) continue
      this.#stats.noteSenderReport(message, now)
      this.#listener.onSenderReport(message)
    }
  }

  #send(messages: Buffer[]): void {
    guarded(
      'report to a broadcaster',
      () => this.#native.isOpen() && this.#native.sendMessageBinary(Buffer.concat(messages)),
    )()
  }
}
