import type { PeerConnection, Track } from 'node-datachannel'
import type { Kind, PeerCommand, PeerStats } from './peer-protocol.ts'
import { countPacket, createTrackStats } from './track-stats.ts'
import {
  describeAudio,
  describeVideo,
  writeFeedback,
  createLocalConnection,
  HEADER_EXTENSION,
  OPUS_HEAD,
  PAYLOAD_TYPE,
  PICTURE_ID_AT,
  writeReceiverReport,
  writeSenderReport,
  SSRC,
  VP8_HEADS,
} from './synthetic-tracks.ts'

/** The tracks of a publisher: audio, the high layer, and the low layer. */
type SentTrack = Kind | 'low'
type PublishOptions = Pick<
  Extract<PeerCommand, { type: 'publish' }>,
  'kinds' | 'video' | 'firstSequence' | 'hasLowLayer'
>

/** RTCP packet types, and their formats (RFC 4585). */
const [TRANSPORT_FEEDBACK, PAYLOAD_FEEDBACK] = [205, 206]
const [FORMAT_NACK, FORMAT_PLI, FORMAT_REMB] = [1, 1, 15]

/** At 50 frames per second. */
const KEYFRAME_INTERVAL_FRAMES = 50
const REPORT_INTERVAL_MS = 250

/** One peer: sends numbered packets at the rate of a camera, or counts what it receives. */
export class SyntheticPeer {
  readonly #connection: PeerConnection
  readonly #tracks = new Map<SentTrack, Track>()
  readonly #received = { audio: createTrackStats(), video: createTrackStats() }
  readonly #sequence = { audio: 0, video: 0, low: 0 }
  #payloadTypes = { audio: 0, video: 0, low: 0 }
  readonly #keyframeDue = new Set<SentTrack>()
  #fractionLost = 0
  #reports = 0
  /** Held back until a publisher has its answer: the native module fails when checks arrive before. */
  #pendingCandidates: { candidate: string; mid: string }[] | null = null
  readonly #onCandidate: (candidate: string, mid: string) => void
  #frameCount = 0
  #packetsInFrame = 3
  readonly #payloadBytes = { audio: 80, video: 1000, low: 300 }
  #isPaused = false
  #timer: NodeJS.Timeout | null = null
  #requests = { keyframeRequests: 0, nackedSequences: new Set<number>(), bitrate: 0 }

  constructor(name: string, onCandidate: (candidate: string, mid: string) => void) {
    this.#connection = createLocalConnection(name)
    this.#onCandidate = onCandidate
    this.#connection.onLocalCandidate((line, mid) => {
      const candidate = line.replace(/^a=/, '')
      if (this.#pendingCandidates) this.#pendingCandidates.push({ candidate, mid })
      else onCandidate(candidate, mid)
    })
  }

  publish({ kinds, video, firstSequence, hasLowLayer }: PublishOptions): string {
    this.#pendingCandidates = []
    this.#sequence.audio = this.#sequence.video = firstSequence
    const payloadType = PAYLOAD_TYPE[video]
    this.#payloadTypes = { audio: PAYLOAD_TYPE.audio, video: payloadType, low: payloadType }
    const sentTracks: SentTrack[] = hasLowLayer ? [...kinds, 'low'] : kinds
    for (const sent of sentTracks) {
      const track = this.#connection.addTrack(
        sent === 'audio' ? describeAudio() : describeVideo(video, sent, 'SendOnly', PAYLOAD_TYPE[video]),
      )
      this.#tracks.set(sent, track)
      track.onMessage((packet) => this.#handleRtcp(sent, packet))
    }
    this.#connection.setLocalDescription('offer')
    this.#timer = setInterval(() => this.#sendFrame(), 20)
    return (this.#connection.localDescription()?.sdp ?? '').replace(/a=candidate:.*\r\n/g, '')
  }

  watch(offerSdp: string): string {
    this.#connection.onTrack((track) =>
      this.#receiveTrack(track.type() === 'audio' ? 'audio' : 'video', track),
    )
    this.#timer ??= setInterval(() => this.#report(), REPORT_INTERVAL_MS)
    this.#connection.setRemoteDescription(offerSdp, 'offer')
    this.#connection.setLocalDescription('answer')
    return this.#connection.localDescription()?.sdp ?? ''
  }

  play(kinds: Kind[], payloadType: number): string {
    this.#pendingCandidates = []
    for (const kind of kinds)
      this.#receiveTrack(
        kind,
        this.#connection.addTrack(
          kind === 'audio'
            ? describeAudio('RecvOnly')
            : describeVideo('VP8', 'video', 'RecvOnly', payloadType),
        ),
      )
    this.#timer = setInterval(() => this.#report(), REPORT_INTERVAL_MS)
    this.#connection.setLocalDescription('offer')
    return (this.#connection.localDescription()?.sdp ?? '').replace(/a=candidate:.*\r\n/g, '')
  }

  acceptAnswer(answerSdp: string): void {
    this.#connection.setRemoteDescription(answerSdp, 'answer')
    const pending = this.#pendingCandidates ?? []
    this.#pendingCandidates = null
    for (const { candidate, mid } of pending) this.#onCandidate(candidate, mid)
  }

  addCandidate(candidate: string, mid: string): void {
    this.#connection.addRemoteCandidate(candidate, mid)
  }

  requestKeyframe(): void {
    this.#tracks
      .get('video')
      ?.sendMessageBinary(writeFeedback(PAYLOAD_FEEDBACK, FORMAT_PLI, this.#videoSource(), Buffer.alloc(0)))
  }

  sendNack(sequences: number[]): void {
    for (const sequence of sequences) {
      const entry = Buffer.alloc(4)
      entry.writeUInt16BE(sequence, 0)
      this.#tracks
        .get('video')
        ?.sendMessageBinary(writeFeedback(TRANSPORT_FEEDBACK, FORMAT_NACK, this.#videoSource(), entry))
    }
  }

  reportLoss(fractionLost: number): void {
    this.#fractionLost = fractionLost
  }

  /** Leaves a gap in the sequence numbers of the high layer, like lost packets. */
  skipPackets(packets: number): void {
    this.#sequence.video += packets
  }

  pauseVideo(isPaused: boolean): void {
    this.#isPaused = isPaused
  }

  flood(packets: number, payloadBytes: number): void {
    this.#packetsInFrame = packets
    this.#payloadBytes.video = payloadBytes
  }

  stats(): PeerStats {
    const { keyframeRequests, nackedSequences, bitrate } = this.#requests
    return {
      state: this.#connection.state(),
      ...this.#received,
      reports: this.#reports,
      keyframeRequests,
      nackedSequences: [...nackedSequences],
      bitrate,
    }
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#connection.close()
  }

  #videoSource(): number {
    return this.#received.video.ssrcs.at(-1) ?? 0
  }

  #receiveTrack(kind: Kind, track: Track): void {
    this.#tracks.set(kind, track)
    track.onMessage((packet) => countPacket(this.#received[kind], packet))
  }

  /** Reports on every track, like a browser. */
  #report(): void {
    for (const [kind, track] of this.#tracks) {
      const source = kind === 'audio' ? this.#received.audio.ssrcs.at(-1) : this.#videoSource()
      if (!source || !track.isOpen()) continue
      track.sendMessageBinary(writeReceiverReport(source, kind === 'video' ? this.#fractionLost : 0))
      this.#reports += 1
    }
  }

  #sendFrame(): void {
    if (![...this.#tracks.values()].every((track) => track.isOpen())) return
    this.#frameCount++
    for (const [kind, track] of this.#tracks) {
      if (kind === 'video' && this.#isPaused) continue
      const ticks = this.#frameCount * (kind === 'audio' ? 960 : 1800)
      const packets = kind === 'audio' ? 1 : this.#packetsInFrame
      for (let part = 1; part <= packets; part++)
        track.sendMessageBinary(this.#packet(kind, ticks, part === 1, part === packets))
      if (this.#frameCount % 10 === 0) track.sendMessageBinary(writeSenderReport(SSRC[kind], ticks))
      this.#keyframeDue.delete(kind)
    }
  }

  #packet(kind: SentTrack, timestamp: number, isFirst: boolean, isLast: boolean): Buffer {
    const payloadStart = 12 + HEADER_EXTENSION.length
    const packet = Buffer.alloc(payloadStart + this.#payloadBytes[kind], 7)
    packet.writeUInt8(0x90, 0)
    packet.writeUInt8((isLast ? 0x80 : 0) | this.#payloadTypes[kind], 1)
    packet.writeUInt16BE(this.#sequence[kind]++ & 0xffff, 2)
    packet.writeUInt32BE(timestamp, 4)
    packet.writeUInt32BE(SSRC[kind], 8)
    const payloadHead = kind === 'audio' ? OPUS_HEAD : this.#payloadHead(kind, isFirst)
    HEADER_EXTENSION.copy(packet, 12)
    payloadHead.copy(packet, payloadStart)
    if (kind !== 'audio')
      packet.writeUInt16BE(0x8000 | (this.#frameCount & 0x7fff), PICTURE_ID_AT + HEADER_EXTENSION.length)
    return packet
  }

  #payloadHead(kind: SentTrack, isFirst: boolean): Buffer {
    if (!isFirst) return VP8_HEADS.continuation
    const isKeyframe = this.#keyframeDue.has(kind) || this.#frameCount % KEYFRAME_INTERVAL_FRAMES === 1
    return isKeyframe ? VP8_HEADS.keyframe : VP8_HEADS.deltaFrame
  }

  #handleRtcp(sent: SentTrack, compound: Buffer): void {
    for (let at = 0; at + 12 <= compound.length; at += 4 * (compound.readUInt16BE(at + 2) + 1)) {
      const format = compound.readUInt8(at) & 31
      const type = compound.readUInt8(at + 1)
      if (type === PAYLOAD_FEEDBACK && format === FORMAT_PLI && compound.readUInt32BE(at + 8) === SSRC[sent])
        this.#keyframeDue.add(sent)
      if (type === PAYLOAD_FEEDBACK && format === FORMAT_PLI && sent === 'video')
        this.#requests.keyframeRequests++
      if (type === TRANSPORT_FEEDBACK && format === FORMAT_NACK)
        this.#requests.nackedSequences.add(compound.readUInt16BE(at + 12))
      if (type === PAYLOAD_FEEDBACK && format === FORMAT_REMB) {
        const exponent = compound.readUInt8(at + 17) >> 2
        this.#requests.bitrate = (compound.readUIntBE(at + 17, 3) & 0x3ffff) * 2 ** exponent
      }
    }
  }
}
