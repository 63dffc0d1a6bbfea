import type { Logger } from 'pino'
import { EngineError, type MediaEngine } from '#server/live-engine/media-engine.ts'
import { streamFull } from './admit-viewer.ts'
import { hasMedia, type Rooms, type Viewer } from './room.ts'

type Dependencies = { engine: MediaEngine; rooms: Rooms; log: Logger }

/** Waiting time after which a viewer gets the error `stream_full`. */
const NOTICE_MS = 3000

/**
 * The server's offers to viewers, each of which replaces the viewer's peer. While the engine is busy, joined viewers wait in
 * a queue, and new viewers are admitted after them.
 */
export class ViewerOffers {
  readonly #dependencies: Dependencies
  /** In the order of their requests; `since` is a time of `performance.now()`. */
  readonly #waiting = new Map<Viewer, { since: number; isNotified: boolean }>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Sends an offer as soon as the engine can take another peer. Until then an earlier peer stays. */
  request(viewer: Viewer): void {
    if (!this.#waiting.has(viewer)) this.#waiting.set(viewer, { since: performance.now(), isNotified: false })
    this.#sendIfAdmitted(viewer)
  }

  /** Called when the engine may have capacity again. */
  resume(affects: (streamId: string) => boolean): void {
    for (const viewer of this.#waiting.keys()) if (affects(viewer.room.streamId)) this.#sendIfAdmitted(viewer)
  }

  /** Sends an offer to a viewer whom the engine has admitted. */
  send(viewer: Viewer): void {
    const { engine, rooms } = this.#dependencies
    const { room, connection, quality } = viewer
    if (!connection) return
    if (viewer.peerId) engine.closePeer(viewer.peerId)
    const peerId = crypto.randomUUID()
    rooms.setPeer(viewer, peerId)
    engine.watch(room.streamId, peerId, quality).then(
      (sdp) => {
        if (viewer.peerId !== peerId) return engine.closePeer(peerId)
        // The quality has changed while the engine created the peer, which may not have applied the change.
        if (viewer.quality !== quality) engine.setQuality(peerId, viewer.quality)
        const offer = { type: 'offer', sdp } as const
        connection.send({ type: 'webrtc_offer', streamId: room.streamId, data: offer, offer, peerId })
      },
      (error: unknown) => this.#handleError(viewer, peerId, error),
    )
  }

  #sendIfAdmitted(viewer: Viewer): void {
    const { engine, rooms } = this.#dependencies
    const { room, connection } = viewer
    if (!connection || room.viewers.get(connection.id) !== viewer) return void this.#waiting.delete(viewer)
    if (!hasMedia(room)) {
      // A viewer without a peer gets an offer when media arrives.
      this.#waiting.delete(viewer)
      if (viewer.peerId) engine.closePeer(viewer.peerId)
      return rooms.setPeer(viewer, null)
    }
    if (!engine.tryAdmit(room.streamId)) return this.#notifyOnce(viewer)
    this.#waiting.delete(viewer)
    this.send(viewer)
  }

  #notifyOnce(viewer: Viewer): void {
    const wait = this.#waiting.get(viewer)
    if (!wait || wait.isNotified || performance.now() - wait.since < NOTICE_MS) return
    wait.isNotified = true
    viewer.connection?.sendError(streamFull(), { requestType: 'join_stream', streamId: viewer.room.streamId })
  }

  #handleError(viewer: Viewer, peerId: string, error: unknown): void {
    const { log, rooms } = this.#dependencies
    const isCurrent = viewer.peerId === peerId
    if (isCurrent) rooms.setPeer(viewer, null)
    log.info({ err: error, streamId: viewer.room.streamId }, 'an offer for a viewer failed')
    // After other errors, the stream has ended or the engine has died: the viewer is notified of either elsewhere.
    if (isCurrent && error instanceof EngineError && error.code === 'timeout') this.request(viewer)
  }
}
