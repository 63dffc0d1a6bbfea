import { EventEmitter } from 'node:events'
import { PeerConnection, Video, type RtcConfig, type Track } from 'node-datachannel'
import type { EngineEvent } from '../process/protocol.ts'

const LOCAL: RtcConfig = {
  iceServers: [],
  bindAddress: '127.0.0.1',
  disableAutoNegotiation: true,
  forceMediaTransport: true,
}

/** A minimal publisher and viewer in the process of their engine. */
export class ProbePair {
  /** 'publishing' when the engine emits it, 'watching' at the viewer's first packet. */
  readonly events = new EventEmitter()
  readonly #publisher = new PeerConnection('publisher', LOCAL)
  readonly #viewer = new PeerConnection('viewer', LOCAL)
  readonly #sent: Track
  readonly #received: Track[] = []
  #sequence = 0

  constructor() {
    const video = new Video('video', 'SendOnly')
    video.addVP8Codec(96)
    video.addSSRC(1111, 'test', 'test', 'video')
    this.#sent = this.#publisher.addTrack(video)
  }

  handle(event: EngineEvent): void {
    if (event.type === 'candidate') this.#viewer.addRemoteCandidate(event.candidate, event.mid)
    else this.events.emit(event.type)
  }

  offer(): string {
    this.#publisher.setLocalDescription('offer')
    return (this.#publisher.localDescription()?.sdp ?? '').replace(/a=candidate:.*\r\n/g, '')
  }

  acceptAnswer(sdp: string): void {
    this.#publisher.setRemoteDescription(sdp, 'answer')
  }

  answer(sdp: string): string {
    this.#viewer.onTrack((track) => {
      this.#received.push(track)
      track.onMessage(() => this.events.emit('watching'))
    })
    this.#viewer.setRemoteDescription(sdp, 'offer')
    this.#viewer.setLocalDescription('answer')
    return this.#viewer.localDescription()?.sdp ?? ''
  }

  /** Sends at the rate of a camera once connected. Returns a function that stops it. */
  async startSending(): Promise<() => void> {
    if (!this.#sent.isOpen()) await new Promise<void>((resolve) => this.#sent.onOpen(resolve))
    const pace = setInterval(() => this.#send(), 20)
    return () => clearInterval(pace)
  }

  sendWithGap(): void {
    this.#sequence += 50
    this.#send()
    this.#sequence += 3
    this.#send()
  }

  close(): void {
    for (const track of [this.#sent, ...this.#received]) track.close()
    for (const peer of [this.#publisher, this.#viewer]) peer.close()
  }

  #send(): void {
    const packet = Buffer.alloc(100, 7)
    packet.writeUInt16BE(0x8060, 0)
    packet.writeUInt16BE(this.#sequence++, 2)
    packet.writeUInt32BE(1111, 8)
    this.#sent.sendMessageBinary(packet)
  }
}
