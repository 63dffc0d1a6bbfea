import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import { childModule } from '#server/startup/child-modules.ts'
import type { TaskOf } from '#transcode/protocol.ts'
import type { TranscoderLimits } from './transcoder-limits.ts'
import { TranscodeError } from './transcode-error.ts'
import { TranscoderProcess } from './transcoder-process.ts'

type Picture = Omit<TaskOf<'picture'>, 'type'>

/** Far more than one picture needs on a busy machine. */
const TIMEOUT_MS = 30_000
/** Longer than the time between two pictures of a stream: starting a process costs more than many pictures. */
const IDLE_MS = 3 * 60_000
/** The process is then replaced, so that memory leaks and effects of earlier pictures do not accumulate. */
const MAX_PICTURES = 500
/** Before the work of the app, and after that of the live engine. */
const NICENESS = 10

/** Decodes untrusted keyframes, one at a time, in a process that is started on demand and ended when it is idle. */
export class PictureDecoder {
  readonly #limits: TranscoderLimits
  readonly #enqueue = createFairQueue(1)
  #process: TranscoderProcess | null = null
  #pictures = 0
  #idleTimer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(limits: TranscoderLimits) {
    this.#limits = limits
  }

  /**
   * Returns a JPEG of the picture. Requesters take turns.
   * @throws {TranscodeError}
   */
  decode(requester: string, picture: Picture): Promise<Buffer> {
    return this.#enqueue(requester, async () => {
      if (this.#isClosed) throw new TranscodeError('crashed', 'the server stops')
      if (this.#idleTimer) clearTimeout(this.#idleTimer)
      const child = (this.#process ??= this.#start())
      try {
        const result = await child.run({ type: 'picture', ...picture })
        if (result.type !== 'picture') throw new TranscodeError('crashed', 'it sent another result')
        if (++this.#pictures >= MAX_PICTURES) this.#end()
        else this.#idleTimer = setTimeout(() => this.#end(), IDLE_MS)
        return Buffer.from(result.image, 'base64')
      } catch (error) {
        this.#end()
        throw error
      }
    })
  }

  /** Kills the process. The running and the waiting calls reject. */
  async close(): Promise<void> {
    this.#isClosed = true
    const child = this.#process
    this.#end()
    await child?.exited
  }

  #start(): TranscoderProcess {
    this.#pictures = 0
    const { memoryBytes } = this.#limits
    return new TranscoderProcess(childModule('transcoder'), {
      memoryBytes,
      timeoutMs: TIMEOUT_MS,
      niceness: NICENESS,
    })
  }

  #end(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer)
    this.#process?.kill()
    this.#process = null
  }
}
