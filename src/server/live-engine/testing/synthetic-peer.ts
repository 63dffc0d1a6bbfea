import type { PeerConnection, Track } from 'node-datachannel'
import type { Kind, PeerCommand, Seen } from './peer-protocol.ts'
import { countPacket, nothingSeen } from './seen-track.ts'
import {
  describeAudio,
  describeVideo,
  feedback,
  localPeer,
  OPUS_20_MS,
  PAYLOAD_TYPE,
  PICTURE_AT,
  receiverReport,
  senderReport,
  SSRC,
  VP8,
} from './synthetic-tracks.ts'

/** What a publisher sends: sound, the picture, and the picture once more. */
type Sent = Kind | 'low'
type Publishing = Pick<
  Extract<PeerCommand, { type: 'publish' }>,
  'kinds' | 'video' | 'firstSequence' | 'hasLow'
>

/** In frames, of which there are 50 a second. */
const KEYFRAME_EVERY = 50
const REPORT_MS = 250
const BYTES = { audio: 80, video: 1000, low: 300 } as const

/** One browser: sends numbered packets at the pace of a camera, or counts what it receives. */
export class SyntheticPeer {
  readonly #connection: PeerConnection
  readonly #tracks = new Map<Sent, Track>()
  readonly #received = { audio: nothingSeen(), video: nothingSeen() }
  readonly #sequence = { audio: 0, video: 0, low: 0 }
  #payloadTypes = { audio: 0, video: 0, low: 0 }
  readonly #keyframeDue = new Set<Sent>()
  #fractionLost = 0
  /** A publisher's, until it has its answer: the native module fails when it is reached in that moment. */
  #held: { candidate: string; mid: string }[] | null = null
  readonly #onCandidate: (candidate: string, mid: string) => void
  #frame = 0
  #packetsInFrame = 3
  #isPaused = false
  #pace: NodeJS.Timeout | null = null
  #asked = { keyframeRequests: 0, askedAgain: new Set<number>(), bitrate: 0 }

  constructor(name: string, onCandidate: (candidate: string, mid: string) => void) {
    this.#connection = localPeer(name)
    this.#onCandidate = onCandidate
    this.#connection.onLocalCandidate((line, mid) => {
      const candidate = line.replace(/^a=/, '')
      if (this.#held) this.#held.push({ candidate, mid })
      else onCandidate(candidate, mid)
    })
  }

  publish({ kinds, video, firstSequence, hasLow }: Publishing): string {
    this.#held = []
    this.#sequence.audio = this.#sequence.video = firstSequence
    const picture = PAYLOAD_TYPE[video]
    this.#payloadTypes = { audio: PAYLOAD_TYPE.audio, video: picture, low: picture }
    const all: Sent[] = hasLow ? [...kinds, 'low'] : kinds
    for (const sent of all) {
      const track = this.#connection.addTrack(
        sent === 'audio' ? describeAudio() : describeVideo(video, sent, 'SendOnly', PAYLOAD_TYPE[video]),
      )
      this.#tracks.set(sent, track)
      track.onMessage((packet) => this.#heed(sent, packet))
    }
    this.#connection.setLocalDescription('offer')
    this.#pace = setInterval(() => this.#sendFrame(), 20)
    return (this.#connection.localDescription()?.sdp ?? '').replace(/a=candidate:.*\r\n/g, '')
  }

  view(offerSdp: string): string {
    this.#connection.onTrack((track) => this.#watch(track.type() === 'audio' ? 'audio' : 'video', track))
    this.#pace ??= setInterval(() => this.#report(), REPORT_MS)
    this.#connection.setRemoteDescription(offerSdp, 'offer')
    this.#connection.setLocalDescription('answer')
    return this.#connection.localDescription()?.sdp ?? ''
  }

  play(kinds: Kind[], payloadType: number): string {
    this.#held = []
    for (const kind of kinds)
      this.#watch(
        kind,
        this.#connection.addTrack(
          kind === 'audio'
            ? describeAudio('RecvOnly')
            : describeVideo('VP8', 'video', 'RecvOnly', payloadType),
        ),
      )
    this.#pace = setInterval(() => this.#report(), REPORT_MS)
    this.#connection.setLocalDescription('offer')
    return (this.#connection.localDescription()?.sdp ?? '').replace(/a=candidate:.*\r\n/g, '')
  }

  accept(answerSdp: string): void {
    this.#connection.setRemoteDescription(answerSdp, 'answer')
    const held = this.#held ?? []
    this.#held = null
    for (const { candidate, mid } of held) this.#onCandidate(candidate, mid)
  }

  addCandidate(candidate: string, mid: string): void {
    this.#connection.addRemoteCandidate(candidate, mid)
  }

  askKeyframe(): void {
    this.#tracks.get('video')?.sendMessageBinary(feedback(206, 1, this.#videoSource(), Buffer.alloc(0)))
  }

  askAgain(sequences: number[]): void {
    for (const sequence of sequences) {
      const entry = Buffer.alloc(4)
      entry.writeUInt16BE(sequence, 0)
      this.#tracks.get('video')?.sendMessageBinary(feedback(205, 1, this.#videoSource(), entry))
    }
  }

  suffer(fractionLost: number): void {
    this.#fractionLost = fractionLost
  }

  /** As if the network had lost so many packets of the picture. */
  skip(packets: number): void {
    this.#sequence.video += packets
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused
  }

  flood(packets: number): void {
    this.#packetsInFrame = packets
  }

  seen(): Seen {
    const { keyframeRequests, askedAgain, bitrate } = this.#asked
    return {
      state: this.#connection.state(),
      ...this.#received,
      keyframeRequests,
      askedAgain: [...askedAgain],
      bitrate,
    }
  }

  close(): void {
    if (this.#pace) clearInterval(this.#pace)
    this.#connection.close()
  }

  #videoSource(): number {
    return this.#received.video.ssrcs.at(-1) ?? 0
  }

  #watch(kind: Kind, track: Track): void {
    this.#tracks.set(kind, track)
    track.onMessage((packet) => countPacket(this.#received[kind], packet))
  }

  /** Like a browser, which reports on every track. */
  #report(): void {
    for (const [kind, track] of this.#tracks) {
      const source = kind === 'audio' ? this.#received.audio.ssrcs.at(-1) : this.#videoSource()
      if (!source || !track.isOpen()) continue
      track.sendMessageBinary(receiverReport(source, kind === 'video' ? this.#fractionLost : 0))
    }
  }

  #sendFrame(): void {
    if (![...this.#tracks.values()].every((track) => track.isOpen())) return
    this.#frame++
    for (const [kind, track] of this.#tracks) {
      if (kind === 'video' && this.#isPaused) continue
      const ticks = this.#frame * (kind === 'audio' ? 960 : 1800)
      const packets = kind === 'audio' ? 1 : this.#packetsInFrame
      for (let part = 1; part <= packets; part++)
        track.sendMessageBinary(this.#packet(kind, ticks, part === 1, part === packets))
      if (this.#frame % 10 === 0) track.sendMessageBinary(senderReport(SSRC[kind], ticks))
      this.#keyframeDue.delete(kind)
    }
  }

  #packet(kind: Sent, timestamp: number, isFirst: boolean, isLast: boolean): Buffer {
    const packet = Buffer.alloc(12 + BYTES[kind], 7)
    packet.writeUInt8(0x80, 0)
    packet.writeUInt8((isLast ? 0x80 : 0) | this.#payloadTypes[kind], 1)
    packet.writeUInt16BE(this.#sequence[kind]++ & 0xffff, 2)
    packet.writeUInt32BE(timestamp, 4)
    packet.writeUInt32BE(SSRC[kind], 8)
    const begin = kind === 'audio' ? OPUS_20_MS : this.#beginOf(kind, isFirst)
    begin.copy(packet, 12)
    if (kind !== 'audio') packet.writeUInt16BE(0x8000 | (this.#frame & 0x7fff), PICTURE_AT)
    return packet
  }

  #beginOf(kind: Sent, isFirst: boolean): Buffer {
    if (!isFirst) return VP8.goesOn
    const isKeyframe = this.#keyframeDue.has(kind) || this.#frame % KEYFRAME_EVERY === 1
    return isKeyframe ? VP8.keyframe : VP8.otherFrame
  }

  #heed(sent: Sent, compound: Buffer): void {
    for (let at = 0; at + 12 <= compound.length; at += 4 * (compound.readUInt16BE(at + 2) + 1)) {
      const format = compound.readUInt8(at) & 31
      const type = compound.readUInt8(at + 1)
      if (type === 206 && format === 1 && compound.readUInt32BE(at + 8) === SSRC[sent])
        this.#keyframeDue.add(sent)
      if (type === 206 && format === 1 && sent === 'video') this.#asked.keyframeRequests++
      if (type === 205 && format === 1) this.#asked.askedAgain.add(compound.readUInt16BE(at + 12))
      if (type === 206 && format === 15) {
        const exponent = compound.readUInt8(at + 17) >> 2
        this.#asked.bitrate = (compound.readUIntBE(at + 17, 3) & 0x3ffff) * 2 ** exponent
      }
    }
  }
}
