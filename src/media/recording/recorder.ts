import { guarded, logError } from '../process/guard.ts'
import { readRtcp } from '../rtp/rtcp.ts'
import type { CodecName, MediaKind } from '../sdp/parse-session.ts'
import { TrackRecorder } from './track-recorder.ts'

const TICK_INTERVAL_MS = 500
/** A viewer of the video can go to every keyframe, and a crash costs at most the frames since the last (milliseconds). */
const KEYFRAME_INTERVAL_MS = 2_000
/** Who waits for the files waits no longer for a disk that hangs. */
const STOP_TIMEOUT_MS = 5_000

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
  readonly #tracks = new Map<MediaKind, TrackRecorder>()
  readonly #senderReports = new Map<MediaKind, { ntp: number; timestamp: number }>()
  readonly #tickTimer: NodeJS.Timeout
  /** Files that are being closed, as their track has another codec now. */
  readonly #closing: Promise<void>[] = []
  /** The wall clock minus the monotonic one: all files of a recording have the same. */
  readonly #wallClock = Date.now() - performance.now()
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

  /** A packet as viewers get it; it is not copied, so nobody may change it. */
  addPacket(codec: CodecName, packet: Buffer, now: number): void {
    if (this.#isStopped) return
    try {
      this.#trackOf(codec).addPacket(packet, now)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** A sender report as viewers get it: it says which sound belongs to which picture. */
  addSenderReport(codec: CodecName, packet: Buffer): void {
    for (const message of readRtcp(packet)) {
      if (message.type !== 'sender_report') continue
      const ntp = Number(message.ntp >> 32n) * 1000 + (Number(message.ntp & 0xffffffffn) * 1000) / 2 ** 32
      this.#senderReports.set(kindOf(codec), { ntp, timestamp: message.timestamp })
    }
    this.#alignVideoToAudio()
  }

  /** Another publisher sends from now on: its clock has nothing to do with that of the one before. */
  expectNewSource(): void {
    this.#senderReports.clear()
  }

  /** Resolves when all files are whole, or after a while without a disk that hangs. */
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
  #alignVideoToAudio(): void {
    const [audio, video] = [this.#tracks.get('audio'), this.#tracks.get('video')]
    const [audioReport, videoReport] = [this.#senderReports.get('audio'), this.#senderReports.get('video')]
    if (!audio || !video || !audioReport || !videoReport) return
    const audioTime = audio.clock.at(audioReport.timestamp)
    const videoTime = video.clock.at(videoReport.timestamp)
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
