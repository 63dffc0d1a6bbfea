import type { Track } from 'node-datachannel'
import { guarded } from '../process/guard.ts'
import type { RtpOffset } from '../rtp/rtp-offset.ts'
import type { MediaKind } from '../sdp/parse-session.ts'
import { ViewerTrack } from './viewer-track.ts'

/** All tracks that are sent to one viewer. A packet that cannot be sent is lost, as on any network. */
export class ViewerTracks {
  readonly #tracks = new Map<MediaKind, ViewerTrack>()
  readonly #openKinds = new Set<MediaKind>()

  /** Whether every track is ready to send. */
  get isOpen(): boolean {
    return this.#openKinds.size > 0 && this.#openKinds.size === this.#tracks.size
  }

  has(kind: MediaKind): boolean {
    return this.#tracks.has(kind)
  }

  /** `payloadType` is the viewer's own; null: the stream's. */
  add(kind: MediaKind, native: Track, payloadType: number | null, onOpen: () => void): void {
    this.#tracks.set(kind, new ViewerTrack(native, payloadType))
    native.onOpen(
      guarded('viewer track', () => {
        this.#openKinds.add(kind)
        onOpen()
      }),
    )
  }

  send(kind: MediaKind, packet: Buffer, offset: RtpOffset): boolean {
    try {
      this.#tracks.get(kind)?.send(packet, offset)
      return true
    } catch {
      // The track was closed in the meantime; the peer's state follows soon.
      this.#openKinds.delete(kind)
      return false
    }
  }

  sendReport(kind: MediaKind, report: Buffer, offset: RtpOffset): void {
    guarded('sender report', () => this.#tracks.get(kind)?.sendReport(report, offset))()
  }
}
