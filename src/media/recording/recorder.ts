import { guarded, logError } from '../process/guard.ts'
import { readRtcp } from '../rtp/rtcp.ts'
import type { CodecName, MediaKind } from '../sdp/parse-session.ts'
import { TrackRecorder } from './track-recorder.ts'

const TICK_INTERVAL_MS = 500
/** A player can seek to every keyframe, and a crash loses at most the frames since the last one. */
const KEYFRAME_INTERVAL_MS = 2_000
/** The maximum time that stopping waits for a disk that hangs. */
const STOP_TIMEOUT_MS = 5_000

type Listener = {
  onKeyframeNeeded: () => void
  /** Called once, when nothing more is written. */
  onFailed: (reason: string) => void
}

/**
 * Records the packets that viewers get, each track into separate files of one folder. A failing disk affects only the
 * recording: nothing here throws or blocks.
 */
export class Recorder {
  readonly #folder: string
  readonly #listener: Listener
  readonly #tracks = new Map<MediaKind, TrackRecorder>()
  readonly #senderReports = new Map<MediaKind, { ntp: number; timestamp: number }>()
  readonly #tickTimer: NodeJS.Timeout
  /** Files of a track that changed its codec, while they are being closed. */
  readonly #closing: Promise<void>[] = []
  /** The wall clock minus the monotonic clock; the same for all files of a recording. */
  readonly #wallClockOffset = Date.now() - performance.now()
  #isStopped = false
  #stopped: Promise<void> | null = null

  /** `folder` exists. */
  constructor(folder: string, listener: Listener) {
    this.#folder = folder
    this.#listener = listener
    this.#tickTimer = setInterval(
      guarded('recording', () => this.#tick()),
      TICK_INTERVAL_MS,
    )
    listener.onKeyframeNeeded()
  }

  /**
   * Adds a packet that was rewritten for viewers. It is not copied, so nobody may change it afterwards. `now` is a
   * monotonic clock in milliseconds.
   */
  addPacket(codec: CodecName, packet: Buffer, now: number): void {
    if (this.#isStopped) return
    try {
      this.#trackOf(codec).addPacket(packet, now)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Adds a sender report that was rewritten for viewers; it synchronizes audio and video. */
  addSenderReport(codec: CodecName, packet: Buffer): void {
    for (const message of readRtcp(packet)) {
      if (message.type !== 'sender_report') continue
      const ntp = Number(message.ntp >> 32n) * 1000 + (Number(message.ntp & 0xffffffffn) * 1000) / 2 ** 32
      this.#senderReports.set(kindOf(codec), { ntp, timestamp: message.timestamp })
    }
    this.#alignVideoToAudio()
  }

  /** Called when another publisher takes over, whose clock is unrelated to the earlier one's. */
  expectNewSource(): void {
    this.#senderReports.clear()
  }

  /** Resolves when all files are complete, or after a timeout when the disk hangs. */
  stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#tickTimer)
    this.#stopped ??= this.#close()
    return this.#stopped
  }

  async #close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_TIMEOUT_MS)
    })
    const closed = [...this.#closing, ...[...this.#tracks.values()].map((track) => track.close())]
    await Promise.race([Promise.all(closed), timeout])
    clearTimeout(timer)
  }

  #trackOf(codec: CodecName): TrackRecorder {
    const kind = kindOf(codec)
    const found = this.#tracks.get(kind)
    if (found?.codec === codec) return found
    if (found) this.#closing.push(found.close().catch((error: unknown) => this.#fail(error)))
    const track = new TrackRecorder({ folder: this.#folder, wallClockOffset: this.#wallClockOffset }, codec, {
      onKeyframeNeeded: this.#listener.onKeyframeNeeded,
      onError: (error) => this.#fail(error),
    })
    this.#tracks.set(kind, track)
    return track
  }

  /**
   * Each track starts at the arrival of its first packet, and video takes longer to arrive than audio. The sender
   * reports give both tracks on one clock of the publisher: video is moved to its audio.
   */
  #alignVideoToAudio(): void {
    const [audio, video] = [this.#tracks.get('audio'), this.#tracks.get('video')]
    const [audioReport, videoReport] = [this.#senderReports.get('audio'), this.#senderReports.get('video')]
    if (!audio || !video || !audioReport || !videoReport) return
    const audioTime = audio.clock.timeOf(audioReport.timestamp)
    const videoTime = video.clock.timeOf(videoReport.timestamp)
    if (audioTime !== null && videoTime !== null)
      video.clock.setCorrection(audioTime + (videoReport.ntp - audioReport.ntp) - videoTime)
  }

  #tick(): void {
    const now = performance.now()
    for (const track of this.#tracks.values()) track.tick(now, KEYFRAME_INTERVAL_MS)
  }

  #fail(error: unknown): void {
    if (this.#isStopped) return
    this.stop().catch((unclosed: unknown) => logError('closing a recording', unclosed))
    this.#listener.onFailed(error instanceof Error ? error.message : String(error))
  }
}

const kindOf = (codec: CodecName): MediaKind => (codec === 'opus' ? 'audio' : 'video')
