import { Audio, Video, type Track } from 'node-datachannel'
import type { Forwarder } from './forwarder.ts'
import { guarded } from './guard.ts'
import { Peer } from './peer.ts'
import type { EngineConfig } from './protocol.ts'
import { readRtcp } from './rtcp.ts'
import { isRtcp } from './rtp.ts'
import type { Kind } from './sdp-session.ts'
import { restrictAnswer } from './sdp.ts'

/** Lost packets that a viewer gets again in a second, so that no page can make the server flood it. */
const MOST_RESENT = 500

type Listener = {
  onCandidate: (candidate: string, mid: string) => void
  /** It sees nothing until the next keyframe. */
  onKeyframeNeeded: () => void
  onPacketSent: () => void
  onLost: () => void
}

/** A viewer's end of a stream: sends it the forwarded tracks and answers what it asks for. */
export class Viewer {
  readonly peerId: string
  readonly #peer: Peer
  readonly #listener: Listener
  readonly #forwarders: Forwarder[]
  readonly #tracks = new Map<Kind, Track>()
  readonly #openTracks = new Set<Kind>()
  /** Until the answer is applied: with them a browser could start before its fingerprint is known here. */
  #heldCandidates: { candidate: string; mid: string }[] | null = []
  #resent = { count: 0, since: 0 }

  constructor(config: EngineConfig, peerId: string, forwarders: Forwarder[], listener: Listener) {
    this.peerId = peerId
    this.#listener = listener
    this.#forwarders = forwarders
    this.#peer = new Peer(config, peerId, listener.onLost)
  }

  /** Connected, and every track is ready to take packets. */
  get isReady(): boolean {
    return this.#openTracks.size === this.#forwarders.length && !this.#peer.isClosed
  }

  offer(): string {
    for (const forwarder of this.#forwarders) this.#addTrack(forwarder)
    return this.#peer.offer((candidate, mid) => {
      if (this.#heldCandidates) this.#heldCandidates.push({ candidate, mid })
      else this.#listener.onCandidate(candidate, mid)
    })
  }

  /** Throws EngineFailure `bad_sdp`; the viewer may then answer again. */
  acceptAnswer(sdp: string): void {
    const offered = this.#forwarders.map((forwarder) => forwarder.offered)
    this.#peer.setRemote(restrictAnswer(sdp, offered), 'answer')
    const held = this.#heldCandidates ?? []
    this.#heldCandidates = null
    for (const { candidate, mid } of held) this.#listener.onCandidate(candidate, mid)
  }

  addCandidate(candidate: string, mid: string | null): void {
    this.#peer.addRemoteCandidate(candidate, mid)
  }

  /** Sends a forwarded packet; a failing one is lost, as on any network. */
  send(kind: Kind, packet: Buffer): void {
    try {
      this.#tracks.get(kind)?.sendMessageBinary(packet)
    } catch {
      // The track closed under us; the peer's state tells soon.
      this.#openTracks.delete(kind)
    }
  }

  close(): void {
    this.#peer.close()
  }

  #addTrack(forwarder: Forwarder): void {
    const { kind } = forwarder.offered
    const track = this.#peer.sendTrack(describe(forwarder))
    this.#tracks.set(kind, track)
    track.onOpen(guarded('viewer track', () => this.#open(kind)))
    track.onMessage(guarded('viewer feedback', (packet) => this.#receive(forwarder, packet)))
  }

  #open(kind: Kind): void {
    this.#openTracks.add(kind)
    if (this.isReady) this.#listener.onKeyframeNeeded()
  }

  /** A compound packet may reach both tracks: each heeds only what concerns itself. */
  #receive(forwarder: Forwarder, packet: Buffer): void {
    if (!isRtcp(packet) || !this.isReady) return
    for (const message of readRtcp(packet)) {
      if (message.ssrc !== forwarder.ssrc) continue
      if (message.type === 'keyframe_request') this.#listener.onKeyframeNeeded()
      if (message.type === 'nack') this.#resend(forwarder, message.sequences)
    }
  }

  #resend(forwarder: Forwarder, sequences: number[]): void {
    const now = performance.now()
    if (now - this.#resent.since > 1000) this.#resent = { count: 0, since: now }
    for (const sequence of sequences) {
      const packet = forwarder.ring.find(sequence)
      if (!packet) continue
      if (++this.#resent.count > MOST_RESENT) return
      this.send(forwarder.offered.kind, packet)
      this.#listener.onPacketSent()
    }
  }
}

/** The native description of a track that we send. */
function describe({ ssrc, offered: { kind, mid, codec } }: Forwarder): Audio | Video {
  const media = kind === 'audio' ? new Audio(mid, 'SendOnly') : new Video(mid, 'SendOnly')
  const parameters = codec.parameters ?? undefined
  if ('addOpusCodec' in media) media.addOpusCodec(codec.payloadType, parameters)
  else if (codec.name === 'H264') media.addH264Codec(codec.payloadType, parameters)
  else media.addVP8Codec(codec.payloadType)
  media.addSSRC(ssrc, 'live', 'live', kind)
  return media
}
