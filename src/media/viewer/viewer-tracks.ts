import type { Track } from 'node-datachannel'
import { Downlink } from './viewer-track.ts'
import { guarded } from '../process/guard.ts'
import type { Kind } from '../sdp/parse-session.ts'
import type { Shift } from '../rtp/rtp-offset.ts'

/** All tracks on their way to one viewer. A packet that cannot be sent is lost, as on any network. */
export class Downlinks {
  readonly #links = new Map<Kind, Downlink>()
  readonly #open = new Set<Kind>()

  /** Every track is ready to take packets. */
  get areOpen(): boolean {
    return this.#open.size > 0 && this.#open.size === this.#links.size
  }

  has(kind: Kind): boolean {
    return this.#links.has(kind)
  }

  /** `payloadType` is the viewer's own, when it is not the stream's. */
  add(kind: Kind, native: Track, payloadType: number | null, onOpen: () => void): void {
    this.#links.set(kind, new Downlink(native, payloadType))
    native.onOpen(
      guarded('viewer track', () => {
        this.#open.add(kind)
        onOpen()
      }),
    )
  }

  send(kind: Kind, packet: Buffer, shift: Shift): boolean {
    try {
      this.#links.get(kind)?.send(packet, shift)
      return true
    } catch {
      // The track closed under us; the peer's state tells soon.
      this.#open.delete(kind)
      return false
    }
  }

  sendReport(kind: Kind, report: Buffer, shift: Shift): void {
    guarded('sender report', () => this.#links.get(kind)?.sendReport(report, shift))()
  }
}
