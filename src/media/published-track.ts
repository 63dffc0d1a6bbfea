import type { Track } from 'node-datachannel'
import { guarded } from './guard.ts'
import { MissingPackets } from './missing-packets.ts'
import { ReceiverStats } from './receiver-stats.ts'
import { readRtcp, writeNack, writePli, writeReceiverReport, writeRemb, type SenderReport } from './rtcp.ts'
import { isRtcp, payloadStart, payloadTypeOf, ssrcOf } from './rtp.ts'
import type { OfferedTrack } from './sdp.ts'

/** Our own SSRC in what we report to broadcasters; it only has to differ from theirs. */
const OUR_SSRC = 1

type Listener = {
  onPacket: (packet: Buffer, now: number) => void
  onSenderReport: (report: SenderReport) => void
  /** Packets are missing: call `requestMissing` soon. */
  onGap: () => void
  /** Too much is missing to ask for it. */
  onOutage: () => void
}

/** One track that a broadcaster sends us: counts it, reports on it, asks for what was lost. */
export class PublishedTrack {
  readonly offered: OfferedTrack
  readonly #native: Track
  readonly #listener: Listener
  #stats: ReceiverStats | null = null
  #missing = new MissingPackets()

  constructor(native: Track, offered: OfferedTrack, listener: Listener) {
    this.#native = native
    this.offered = offered
    this.#listener = listener
    native.onMessage(guarded('published packet', (packet) => this.#receive(packet)))
  }

  get hasMedia(): boolean {
    return this.#stats !== null
  }

  get isMissingPackets(): boolean {
    return !this.#missing.isEmpty
  }

  /** How the track arrives and, for a picture, how much may be sent (bits a second). */
  report(bitrate: number, now: number): void {
    if (!this.#stats) return
    const remb = this.offered.kind === 'video' ? [writeRemb(OUR_SSRC, this.#stats.ssrc, bitrate)] : []
    this.#send(this.#stats, remb, now)
  }

  requestKeyframe(now: number): void {
    if (this.#stats) this.#send(this.#stats, [writePli(OUR_SSRC, this.#stats.ssrc)], now)
  }

  requestMissing(now: number): void {
    const due = this.#missing.takeDue(now)
    if (this.#stats && due.length > 0)
      this.#send(this.#stats, [writeNack(OUR_SSRC, this.#stats.ssrc, due)], now)
  }

  #receive(packet: Buffer): void {
    const now = performance.now()
    if (isRtcp(packet)) return this.#receiveControl(packet, now)
    if (payloadStart(packet) < 0 || payloadTypeOf(packet) !== this.offered.codec.payloadType) return
    if (this.#stats?.ssrc !== ssrcOf(packet)) {
      this.#stats = new ReceiverStats(packet, this.offered.codec.clockRate)
      this.#missing = new MissingPackets()
    }
    this.#stats.count(packet, now)
    if (this.offered.kind === 'video') this.#noteMissing(packet, now)
    this.#listener.onPacket(packet, now)
  }

  #noteMissing(packet: Buffer, now: number): void {
    if (!this.#missing.note(packet, now)) this.#listener.onOutage()
    if (!this.#missing.isEmpty) this.#listener.onGap()
  }

  #receiveControl(packet: Buffer, now: number): void {
    for (const message of readRtcp(packet)) {
      if (message.type !== 'sender_report' || message.ssrc !== this.#stats?.ssrc) continue
      this.#stats.noteSenderReport(message, now)
      this.#listener.onSenderReport(message)
    }
  }

  /** A compound packet begins with a report (RFC 3550 section 6.1). */
  #send(stats: ReceiverStats, messages: Buffer[], now: number): void {
    if (!this.#native.isOpen()) return
    const report = writeReceiverReport(OUR_SSRC, stats.takeReport(now))
    guarded('report to a broadcaster', () =>
      this.#native.sendMessageBinary(Buffer.concat([report, ...messages])),
    )()
  }
}
