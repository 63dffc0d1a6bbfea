import { Audio, PeerConnection, Video, type Track } from 'node-datachannel'
import type { Kind, Seen, SeenTrack } from './peer-protocol.ts'

/** Every publisher uses these: a browser that comes back with the SSRC of before is the harder case. */
const SSRC = { audio: 2222, video: 1111 } as const
const PAYLOAD_TYPE = { audio: 109, VP8: 120, H264: 126 } as const

/** How sound and pictures begin, so that a recording finds frames in them. */
const OPUS_20_MS = 0xfc
/** After the descriptor a keyframe of 320x180. */
const VP8_KEYFRAME = Buffer.from('101000009d012a4001b400', 'hex')
const VP8_OTHER_FRAME = Buffer.from('10110000', 'hex')
/** In frames, of which there are 50 a second. */
const KEYFRAME_EVERY = 50

/** One browser: sends numbered packets at the pace of a camera, or counts what it receives. */
export class SyntheticPeer {
  readonly #connection: PeerConnection
  readonly #tracks = new Map<Kind, Track>()
  readonly #received = { audio: noTrack(), video: noTrack() }
  readonly #sequence = { audio: 0, video: 0 }
  #payloadTypes = { audio: 0, video: 0 }
  /** A publisher's, until it has its answer: the native module fails when it is reached in that moment. */
  #held: { candidate: string; mid: string }[] | null = null
  readonly #onCandidate: (candidate: string, mid: string) => void
  #frame = 0
  #packetsInFrame = 3
  #pace: NodeJS.Timeout | null = null
  #asked = { keyframeRequests: 0, askedAgain: new Set<number>(), bitrate: 0 }

  constructor(name: string, onCandidate: (candidate: string, mid: string) => void) {
    this.#connection = new PeerConnection(name, {
      iceServers: [],
      bindAddress: '127.0.0.1',
      disableAutoNegotiation: true,
      forceMediaTransport: true,
    })
    this.#onCandidate = onCandidate
    this.#connection.onLocalCandidate((line, mid) => {
      const candidate = line.replace(/^a=/, '')
      if (this.#held) this.#held.push({ candidate, mid })
      else onCandidate(candidate, mid)
    })
  }

  publish(kinds: Kind[], video: 'VP8' | 'H264', firstSequence: number): string {
    this.#held = []
    this.#sequence.audio = this.#sequence.video = firstSequence
    this.#payloadTypes = { audio: PAYLOAD_TYPE.audio, video: PAYLOAD_TYPE[video] }
    for (const kind of kinds) {
      const track = this.#connection.addTrack(kind === 'audio' ? describeAudio() : describeVideo(video))
      this.#tracks.set(kind, track)
      track.onMessage((packet) => this.#heed(packet))
    }
    this.#connection.setLocalDescription('offer')
    this.#pace = setInterval(() => this.#sendFrame(), 20)
    return (this.#connection.localDescription()?.sdp ?? '').replace(/a=candidate:.*\r\n/g, '')
  }

  view(offerSdp: string): string {
    this.#connection.onTrack((track) => {
      const kind = track.type() === 'audio' ? 'audio' : 'video'
      this.#tracks.set(kind, track)
      track.onMessage((packet) => count(this.#received[kind], packet))
    })
    this.#connection.setRemoteDescription(offerSdp, 'offer')
    this.#connection.setLocalDescription('answer')
    return this.#connection.localDescription()?.sdp ?? ''
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

  /** As if the network had lost so many packets of the picture. */
  skip(packets: number): void {
    this.#sequence.video += packets
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

  #sendFrame(): void {
    if (![...this.#tracks.values()].every((track) => track.isOpen())) return
    this.#frame++
    for (const [kind, track] of this.#tracks) {
      const ticks = this.#frame * (kind === 'audio' ? 960 : 1800)
      const packets = kind === 'audio' ? 1 : this.#packetsInFrame
      for (let part = 1; part <= packets; part++)
        track.sendMessageBinary(this.#packet(kind, ticks, part === 1, part === packets))
      if (this.#frame % 10 === 0) track.sendMessageBinary(senderReport(SSRC[kind], ticks))
    }
  }

  #packet(kind: Kind, timestamp: number, isFirst: boolean, isLast: boolean): Buffer {
    const packet = Buffer.alloc(12 + (kind === 'audio' ? 80 : 1000), 7)
    packet.writeUInt8(0x80, 0)
    packet.writeUInt8((isLast ? 0x80 : 0) | this.#payloadTypes[kind], 1)
    packet.writeUInt16BE(this.#sequence[kind]++ & 0xffff, 2)
    packet.writeUInt32BE(timestamp, 4)
    packet.writeUInt32BE(SSRC[kind], 8)
    if (kind === 'audio') packet.writeUInt8(OPUS_20_MS, 12)
    else if (!isFirst) packet.writeUInt8(0, 12)
    else (this.#frame % KEYFRAME_EVERY === 1 ? VP8_KEYFRAME : VP8_OTHER_FRAME).copy(packet, 12)
    return packet
  }

  #heed(compound: Buffer): void {
    for (let at = 0; at + 12 <= compound.length; at += 4 * (compound.readUInt16BE(at + 2) + 1)) {
      const format = compound.readUInt8(at) & 31
      const type = compound.readUInt8(at + 1)
      if (type === 206 && format === 1) this.#asked.keyframeRequests++
      if (type === 205 && format === 1) this.#asked.askedAgain.add(compound.readUInt16BE(at + 12))
      if (type === 206 && format === 15) {
        const exponent = compound.readUInt8(at + 17) >> 2
        this.#asked.bitrate = (compound.readUIntBE(at + 17, 3) & 0x3ffff) * 2 ** exponent
      }
    }
  }
}

function count(track: SeenTrack, packet: Buffer): void {
  const type = packet.readUInt8(1)
  if (type === 200) track.senderReports++
  if (type >= 192 && type <= 223) return
  const sequence = packet.readUInt16BE(2)
  const ssrc = packet.readUInt32BE(8)
  if (!track.ssrcs.includes(ssrc)) track.ssrcs.push(ssrc)
  if (track.packets === 0) track.firstSequence = sequence
  const step = ((sequence - track.lastSequence) << 16) >> 16
  if (track.packets++ > 0 && step <= 0) return void track.late.push(sequence)
  if (track.packets > 1 && step !== 1) track.jumps++
  track.lastSequence = sequence
}

function describeAudio(): Audio {
  const audio = new Audio('sound', 'SendOnly')
  audio.addOpusCodec(PAYLOAD_TYPE.audio)
  audio.addSSRC(SSRC.audio, 'test', 'test', 'sound')
  return audio
}

function describeVideo(codec: 'VP8' | 'H264'): Video {
  const video = new Video('picture', 'SendOnly')
  if (codec === 'VP8') video.addVP8Codec(PAYLOAD_TYPE.VP8)
  else
    video.addH264Codec(
      PAYLOAD_TYPE.H264,
      'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
    )
  video.addSSRC(SSRC.video, 'test', 'test', 'picture')
  return video
}

function feedback(type: number, format: number, media: number, entry: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt8(0x80 | format, 0)
  head.writeUInt8(type, 1)
  head.writeUInt16BE(2 + entry.length / 4, 2)
  head.writeUInt32BE(3333, 4)
  head.writeUInt32BE(media, 8)
  return Buffer.concat([head, entry])
}

function senderReport(ssrc: number, timestamp: number): Buffer {
  const report = Buffer.alloc(28)
  report.writeUInt32BE(0x80c80006, 0)
  report.writeUInt32BE(ssrc, 4)
  report.writeUInt32BE(timestamp, 16)
  return report
}

function noTrack(): SeenTrack {
  return { packets: 0, jumps: 0, late: [], ssrcs: [], firstSequence: 0, lastSequence: 0, senderReports: 0 }
}
