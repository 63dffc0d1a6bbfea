import type { IceCandidate } from '#shared/live/live.ts'
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
  /** Called with the received media on each track, from the first one. */
  onMedia: (media: MediaStream) => void
  onConnected: () => void
  /** The connection was lost but may recover by itself. */
  onDisconnected: () => void
  onBroken: () => void
  onSample: (sample: StatsSample) => void
}

/** The viewer's connection: answers the server's offers, each with a new peer, and monitors the current one. */
export class WatchConnection {
  readonly #options: Options
  readonly #statsMonitor: StatsMonitor
  #peer: Peer | null = null
  #peerId: string | undefined

  constructor(options: Options) {
    this.#options = options
    this.#statsMonitor = new StatsMonitor({ ...options, onDead: options.onBroken })
  }

  async answer(offer: RTCSessionDescriptionInit, peerId: string | undefined): Promise<void> {
    const { socket, streamId, loadIceServers, onBroken } = this.#options
    this.close()
    const peer = this.#createPeer(peerId)
    if (!peer) return onBroken()
    this.#peer = peer
    this.#peerId = peerId
    try {
      await peer.setRemoteDescription({ type: offer.type, sdp: withAudioNack(offer.sdp ?? '') })
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
      this.#statsMonitor.monitor(peer.connection)
    } catch (cause) {
      // A peer that was replaced or closed in the meantime fails as expected.
      if (this.#peer !== peer) return
      console.error(cause)
      onBroken()
    }
  }

  /** Ignores candidates for a peer that was replaced. */
  async addCandidate(candidate: IceCandidate, peerId: string | undefined): Promise<void> {
    if (peerId !== this.#peerId) return
    try {
      await this.#peer?.addCandidate(candidate)
    } catch (cause) {
      // One invalid candidate must not break the connection.
      console.warn(cause)
    }
  }

  close(): void {
    this.#statsMonitor.monitor(null)
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
      peer.connection.onconnectionstatechange = () => this.#handleConnectionState(peer)
      return peer
    } catch (cause) {
      console.error(cause)
      return null
    }
  }

  #handleConnectionState(peer: Peer): void {
    if (this.#peer !== peer) return
    const { onConnected, onDisconnected, onBroken } = this.#options
    switch (peer.connection.connectionState) {
      case 'connected':
        return onConnected()
      case 'disconnected':
        return onDisconnected()
      case 'failed':
        return onBroken()
      default:
    }
  }
}
