import { guarded, report } from '../process/guard.ts'
import { readRtcp } from '../rtp/rtcp.ts'
import type { CodecName, Kind } from '../sdp/parse-session.ts'
import { TrackRecorder } from './track-recorder.ts'

const TICK_MS = 500
/** A viewer of the video can go to every keyframe, and a crash costs at most the frames since the last (milliseconds). */
const KEYFRAME_EVERY_MS = 2_000
/** Who waits for the files waits no longer for a disk that hangs. */
const STOP_MS = 5_000

type Listener = {
  onKeyframeNeeded: () => void
  /** Nothing more will be written, once. */
  onFailed: (reason: string) => void
}

/**
 * Writes what a stream sends to its viewers, each track into files of its own in one folder. Whatever happens to the
 * disk happens to the recording alone: nothing here throws or waits.
 */
export class Recorder {
  readonly #folder: string
  readonly #listener: Listener
  readonly #tracks = new Map<Kind, TrackRecorder>()
  readonly #reports = new Map<Kind, { ntp: number; timestamp: number }>()
  readonly #tick: NodeJS.Timeout
  /** Files that are being closed, as their track has another codec now. */
  readonly #closing: Promise<void>[] = []
  /** The wall clock minus the monotonic one: all files of a recording have the same. */
  readonly #wallClock = Date.now() - performance.now()
  #isDone = false
  #stopped: Promise<void> | null = null

  /** `folder` exists. */
  constructor(folder: string, listener: Listener) {
    this.#folder = folder
    this.#listener = listener
    this.#tick = setInterval(
      guarded('recording', () => this.#keepUp()),
      TICK_MS,
    )
    listener.onKeyframeNeeded()
  }

  /** A packet as viewers get it; it is not copied, so nobody may change it. */
  take(codec: CodecName, packet: Buffer, now: number): void {
    if (this.#isDone) return
    try {
      this.#trackOf(codec).take(packet, now)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** A sender report as viewers get it: it says which sound belongs to which picture. */
  noteSenderReport(codec: CodecName, packet: Buffer): void {
    for (const message of readRtcp(packet)) {
      if (message.type !== 'sender_report') continue
      const ntp = Number(message.ntp >> 32n) * 1000 + (Number(message.ntp & 0xffffffffn) * 1000) / 2 ** 32
      this.#reports.set(kindOf(codec), { ntp, timestamp: message.timestamp })
    }
    this.#align()
  }

  /** Another publisher sends from now on: its clock has nothing to do with that of the one before. */
  expectNewSource(): void {
    this.#reports.clear()
  }

  /** Resolves when all files are whole, or after a while without a disk that hangs. */
  stop(): Promise<void> {
    this.#isDone = true
    clearInterval(this.#tick)
    this.#stopped ??= this.#close()
    return this.#stopped
  }

  async #close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_MS)
    })
    const closed = [...this.#closing, ...[...this.#tracks.values()].map((track) => track.close())]
    await Promise.race([Promise.all(closed), patience])
    clearTimeout(timer)
  }

  #trackOf(codec: CodecName): TrackRecorder {
    const kind = kindOf(codec)
    const found = this.#tracks.get(kind)
    if (found?.codec === codec) return found
    if (found) this.#closing.push(found.close().catch((error: unknown) => this.#fail(error)))
    const track = new TrackRecorder({ folder: this.#folder, wallClock: this.#wallClock }, codec, {
      onKeyframeNeeded: this.#listener.onKeyframeNeeded,
      onError: (error) => this.#fail(error),
    })
    this.#tracks.set(kind, track)
    return track
  }

  /**
   * Each track begins where its first packet arrived, and a picture takes longer to be sent than sound. The reports say
   * on one clock of the broadcaster when either was made: the picture moves to where its sound is.
   */
  #align(): void {
    const [sound, picture] = [this.#tracks.get('audio'), this.#tracks.get('video')]
    const [heard, seen] = [this.#reports.get('audio'), this.#reports.get('video')]
    if (!sound || !picture || !heard || !seen) return
    const soundAt = sound.clock.at(heard.timestamp)
    const pictureAt = picture.clock.at(seen.timestamp)
    if (soundAt !== null && pictureAt !== null)
      picture.clock.shiftTo(soundAt + (seen.ntp - heard.ntp) - pictureAt)
  }

  #keepUp(): void {
    const now = performance.now()
    for (const track of this.#tracks.values()) track.tick(now, KEYFRAME_EVERY_MS)
  }

  #fail(error: unknown): void {
    if (this.#isDone) return
    this.stop().catch((unclosed: unknown) => report('closing a recording', unclosed))
    this.#listener.onFailed(error instanceof Error ? error.message : String(error))
  }
}

const kindOf = (codec: CodecName): Kind => (codec === 'opus' ? 'audio' : 'video')
