import type { Track } from 'node-datachannel'
import { TokenBucket } from '../peer/token-bucket.ts'
import { guarded } from '../process/guard.ts'
import {
  readRtcp,
  writeEmptyReport,
  writeNack,
  writePli,
  writeReceiverReport,
  writeRemb,
  type SenderReport,
} from '../rtp/rtcp.ts'
import { isRtcp, findPayloadStart, payloadTypeOf, ssrcOf, readTransportSequence } from '../rtp/rtp.ts'
import { unwrapRtx } from '../rtp/rtx.ts'
import type { PublisherTrack } from '../sdp/restrict-session.ts'
import { NackTracker } from './nack-tracker.ts'
import { ReceiverStats } from './receiver-stats.ts'
import type { TransportFeedbackGenerator } from './transport-feedback-generator.ts'

/** The engine's SSRC in RTCP to publishers; it only has to differ from theirs. */
const OUR_SSRC = 1
/** A compound packet begins with a report (RFC 3550 section 6.1). */
const EMPTY_REPORT = writeEmptyReport(OUR_SSRC)
/** A packet that is missing after this many later ones is lost: a few seconds of either kind. */
const LOSS_WINDOW_PACKETS = { audio: 128, video: 512 } as const

const LOSS_EVENT_INTERVAL_MS = 1000
/** Reports of an honest publisher have a tenth of it. RTCP costs far more to read than to write. */
const MAX_RTCP_BYTES_PER_SECOND = 12_500
const RTCP_BURST_MS = 5_000
/** Every sender report is sent to all viewers, and one packet can contain dozens. */
const SENDER_REPORT_INTERVAL_MS = 100

type Listener = {
  /** Returns whether the packet may be processed. Called for every packet, RTCP included. */
  allowsPacket: (bytes: number, now: number) => boolean
  onPacket: (packet: Buffer, now: number) => void
  onSenderReport: (report: SenderReport) => void
  /** Packets are missing: call `sendNack` soon. */
  onMissingPackets: () => void
  /** Missing packets will not arrive any more. */
  onUnrecoverableLoss: () => void
}

/** One track that a publisher sends: counts its packets, reports on them, and requests the missing ones. */
export class PublishedTrack {
  readonly offered: PublisherTrack
  readonly #native: Track
  readonly #transportFeedback: TransportFeedbackGenerator
  readonly #listener: Listener
  #stats: ReceiverStats | null = null
  #nackTracker: NackTracker
  #lostByEarlierSources = 0
  #lastLossEventAt = -Infinity
  readonly #rtcpBucket = new TokenBucket(MAX_RTCP_BYTES_PER_SECOND, RTCP_BURST_MS)
  #lastSenderReportAt = -Infinity

  constructor(
    native: Track,
    offered: PublisherTrack,
    transportFeedback: TransportFeedbackGenerator,
    listener: Listener,
  ) {
    this.#native = native
    this.offered = offered
    this.#nackTracker = new NackTracker(offered.kind)
    this.#transportFeedback = transportFeedback
    this.#listener = listener
    native.onMessage(guarded('published packet', (packet) => this.#handlePacket(packet)))
  }

  get hasMedia(): boolean {
    return this.#stats !== null
  }

  get hasMissingPackets(): boolean {
    return !this.#nackTracker.isEmpty
  }

  /** Packets that never arrived. */
  get packetsLost(): number {
    return this.#lostByEarlierSources + (this.#stats?.packetsLost ?? 0)
  }

  /** Sends a receiver report and, for video, the highest bitrate that the publisher may send (bits per second). */
  sendReport(bitrate: number, now: number): void {
    if (!this.#stats) return
    const { ssrc } = this.#stats
    const remb = this.offered.kind === 'video' ? [writeRemb(OUR_SSRC, ssrc, bitrate)] : []
    this.#send([writeReceiverReport(OUR_SSRC, this.#stats.createReportBlock(now)), ...remb])
  }

  /** Sends the arrival times of all packets of the connection; any of its tracks can carry them. */
  sendTransportFeedback(now: number): void {
    if (!this.#stats) return
    for (const feedback of this.#transportFeedback.createFeedback(OUR_SSRC, this.#stats.ssrc, now))
      this.#send([EMPTY_REPORT, feedback])
  }

  requestKeyframe(): void {
    if (this.#stats) this.#send([EMPTY_REPORT, writePli(OUR_SSRC, this.#stats.ssrc)])
  }

  sendNack(now: number): void {
    const { dueSequences, hasGivenUp } = this.#nackTracker.takeDueRequests(now)
    if (this.#stats && dueSequences.length > 0)
      this.#send([EMPTY_REPORT, writeNack(OUR_SSRC, this.#stats.ssrc, dueSequences)])
    if (hasGivenUp) this.#signalLoss(now)
  }

  #handlePacket(packet: Buffer): void {
    const now = performance.now()
    if (!this.#listener.allowsPacket(packet.length, now)) return
    if (isRtcp(packet)) return this.#handleRtcp(packet, now)
    const payloadStart = findPayloadStart(packet)
    if (payloadStart < 0) return
    const { codec, capabilities } = this.offered
    const type = payloadTypeOf(packet)
    if (type !== codec.payloadType && type !== capabilities.rtxPayloadType) return
    this.#recordArrival(packet, now)
    if (type === codec.payloadType) this.#handleMedia(packet, now)
    else if (this.#stats) {
      const retransmitted = unwrapRtx(packet, payloadStart, codec.payloadType, this.#stats.ssrc)
      if (retransmitted) this.#handleMedia(retransmitted, now)
    }
  }

  #handleMedia(packet: Buffer, now: number): void {
    const { kind, codec, capabilities } = this.offered
    if (this.#stats?.ssrc !== ssrcOf(packet)) {
      this.#lostByEarlierSources = this.packetsLost
      this.#stats = new ReceiverStats(packet, codec.clockRate, LOSS_WINDOW_PACKETS[kind])
      this.#nackTracker = new NackTracker(kind)
    }
    this.#stats.addPacket(packet, now)
    // A publisher without NACK cannot repair a loss: video still needs the keyframe that a loss requests, audio needs
    // nothing.
    if (kind === 'video' || capabilities.supportsNack) this.#trackMissing(packet, now)
    this.#listener.onPacket(packet, now)
  }

  #recordArrival(packet: Buffer, now: number): void {
    const id = this.offered.capabilities.transportSequenceId
    const sequence = id === null ? -1 : readTransportSequence(packet, id)
    if (sequence >= 0) this.#transportFeedback.addArrival(sequence, now)
  }

  #trackMissing(packet: Buffer, now: number): void {
    if (!this.#nackTracker.addPacket(packet, now)) this.#signalLoss(now)
    if (!this.#nackTracker.isEmpty) this.#listener.onMissingPackets()
  }

  /** One keyframe repairs all losses before it and is the largest thing to send: losses that follow soon share it. */
  #signalLoss(now: number): void {
    if (now - this.#lastLossEventAt < LOSS_EVENT_INTERVAL_MS) return
    this.#lastLossEventAt = now
    this.#listener.onUnrecoverableLoss()
  }

  #handleRtcp(packet: Buffer, now: number): void {
    if (!this.#rtcpBucket.tryConsume(packet.length, now)) return
    for (const message of readRtcp(packet)) {
      if (message.type !== 'sender_report' || message.ssrc !== this.#stats?.ssrc) continue
      if (now - this.#lastSenderReportAt < SENDER_REPORT_INTERVAL_MS) continue
      this.#lastSenderReportAt = now
      this.#stats.setSenderReport(message, now)
      this.#listener.onSenderReport(message)
    }
  }

  #send(messages: Buffer[]): void {
    guarded(
      'RTCP to a publisher',
      () => this.#native.isOpen() && this.#native.sendMessageBinary(Buffer.concat(messages)),
    )()
  }
}
