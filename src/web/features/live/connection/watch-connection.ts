import type { IceCandidate } from '#shared/live.ts'
import type { Socket } from '#web/realtime/socket.ts'
import { addIceServers } from './ice-servers.ts'
import { Peer, toMessage } from './peer.ts'
import { withAudioNack } from './audio-nack.ts'
import { type StatsSample, StatsMonitor, type StatsMonitorTimes } from './stats-monitor.ts'

type Options = StatsMonitorTimes & {
  streamId: string
  socket: Pick<Socket, 'send'>
  createPeer: () => RTCPeerConnection
  createMedia: () => MediaStream
  loadIceServers?: () => Promise<RTCIceServer[]>
  /** What the peer brings, from its first track on. */
  onMedia: (media: MediaStream) => void
  onConnected: () => void
  /** It may heal by itself. */
  onUnsteady: () => void
  onBroken: () => void
  onBeat: (beat: StatsSample) => void
}

/** A viewer's peer: answers the server's offers, each of which replaces the peer before, and watches over it. */
export class WatchConnection {
  readonly #options: Options
  readonly #pulse: StatsMonitor
  #peer: Peer | null = null
  #peerId: string | undefined

  constructor(options: Options) {
    this.#options = options
    this.#pulse = new StatsMonitor({ ...options, onDead: options.onBroken })
  }

  async answer(offer: RTCSessionDescriptionInit, peerId: string | undefined): Promise<void> {
    const { socket, streamId, loadIceServers, onBroken } = this.#options
    this.close()
    const peer = this.#createPeer(peerId)
    if (!peer) return onBroken()
    this.#peer = peer
    this.#peerId = peerId
    try {
      await peer.describe({ type: offer.type, sdp: withAudioNack(offer.sdp ?? '') })
      await addIceServers(peer.connection, loadIceServers)
      const answer = await peer.connection.createAnswer()
      const sdp = withAudioNack(answer.sdp ?? '')
      await peer.connection.setLocalDescription({ type: 'answer', sdp })
      if (this.#peer !== peer) return
      socket.send({
        type: 'webrtc_answer',
        streamId,
        data: { type: 'answer', sdp },
        ...(peerId && { peerId }),
      })
      this.#pulse.follow(peer.connection)
    } catch (cause) {
      // A peer that was replaced or closed meanwhile refuses what was for it.
      if (this.#peer !== peer) return
      console.error(cause)
      onBroken()
    }
  }

  /** One of a peer that was replaced meanwhile is of no use to the new one. */
  async addCandidate(candidate: IceCandidate, peerId: string | undefined): Promise<void> {
    if (peerId !== this.#peerId) return
    try {
      await this.#peer?.addCandidate(candidate)
    } catch (cause) {
      // One useless candidate does not make the connection useless.
      console.warn(cause)
    }
  }

  close(): void {
    this.#pulse.follow(null)
    this.#peer?.close()
    this.#peer = null
  }

  #createPeer(peerId: string | undefined): Peer | null {
    const { createPeer, createMedia, socket, streamId, onMedia } = this.#options
    try {
      const media = createMedia()
      const peer = new Peer(createPeer(), (candidate) =>
        socket.send({
          type: 'webrtc_ice_candidate',
          streamId,
          data: toMessage(candidate),
          ...(peerId && { peerId }),
        }),
      )
      peer.connection.ontrack = ({ track }) => {
        media.addTrack(track)
        if (this.#peer === peer) onMedia(media)
      }
      peer.connection.onconnectionstatechange = () => this.#followPeer(peer)
      return peer
    } catch (cause) {
      console.error(cause)
      return null
    }
  }

  #followPeer(peer: Peer): void {
    if (this.#peer !== peer) return
    const { onConnected, onUnsteady, onBroken } = this.#options
    switch (peer.connection.connectionState) {
      case 'connected':
        return onConnected()
      case 'disconnected':
        return onUnsteady()
      case 'failed':
        return onBroken()
      default:
    }
  }
}
