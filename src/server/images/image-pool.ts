import type { Logger } from 'pino'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import { unavailable } from '#server/http/errors.ts'
import { oneLine } from '#server/startup/startup-error.ts'
import { BadImage } from './bad-image.ts'
import { type ImageLimits, ImageProcess } from './image-process.ts'
import type { ImageJob, RenderedImage, RenderedImages } from './protocol.ts'

type Options = ImageLimits & {
  /** How long a process waits for the next picture before it is ended. */
  idleMs: number
  log: Pick<Logger, 'warn'>
}

/** Each may take the whole limit of memory. With two, one costly picture leaves a way for everybody else's. */
const PROCESSES = 2
/** After these it is replaced: what a library leaks, or a picture left behind in it, does not add up. */
const PICTURES_PER_PROCESS = 100

/** The one way to decode foreign pictures. Processes are started when there are pictures, and ended when there are none. */
export class ImagePool {
  readonly #options: Options
  readonly #inTurn = createFairQueue(PROCESSES)
  /** Every process that runs, with how many pictures it had. */
  readonly #processes = new Map<ImageProcess, number>()
  /** Those without a picture, each with the timer of its end. */
  readonly #idle = new Map<ImageProcess, NodeJS.Timeout>()
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Makes the renditions of a picture that is JPEG, PNG, WebP, GIF or AVIF by its bytes. Of one requester one picture is
   * decoded at a time; requesters take turns.
   * @throws {BadImage} whatever is wrong with the picture, also when its process had to be killed
   * @throws {HttpError} 503 where no process can be started, and while the server stops
   */
  render(requester: string, job: ImageJob): Promise<RenderedImages> {
    return this.#inTurn(requester, async () => {
      const worker = await this.#acquire()
      try {
        return await worker.render(job)
      } catch (error) {
        if (this.#isClosed) throw picturesDown(error)
        if (error instanceof BadImage && error.problem === 'tooCostly')
          this.#options.log.warn(
            { requester, reason: oneLine(error.cause) },
            'a picture was too costly to decode',
          )
        throw error
      } finally {
        this.#release(worker)
      }
    })
  }

  /** Ends every process; pictures that are being decoded or wait are given up. */
  async close(): Promise<void> {
    this.#isClosed = true
    const running = [...this.#processes.keys()]
    for (const each of running) this.#end(each)
    await Promise.all(running.map((each) => each.exited))
  }

  async #acquire(): Promise<ImageProcess> {
    if (this.#isClosed) throw picturesDown(new Error('the server stops'))
    // The one that worked last: of two the other comes to its end.
    const known = [...this.#idle.keys()].at(-1)
    if (known) {
      clearTimeout(this.#idle.get(known))
      this.#idle.delete(known)
      return known
    }
    const { memoryBytes, cpuMs } = this.#options
    const started = new ImageProcess({ memoryBytes, cpuMs })
    this.#processes.set(started, 0)
    void started.exited.then(() => this.#end(started))
    await started.ready().catch((error: unknown) => {
      throw picturesDown(error)
    })
    return started
  }

  #release(worker: ImageProcess): void {
    const pictures = (this.#processes.get(worker) ?? PICTURES_PER_PROCESS) + 1
    if (pictures >= PICTURES_PER_PROCESS || this.#isClosed) return this.#end(worker)
    this.#processes.set(worker, pictures)
    this.#idle.set(
      worker,
      setTimeout(() => this.#end(worker), this.#options.idleMs),
    )
  }

  /** Also called when it has ended by itself. */
  #end(worker: ImageProcess): void {
    clearTimeout(this.#idle.get(worker))
    this.#idle.delete(worker)
    this.#processes.delete(worker)
    worker.kill()
  }
}

/** One of the renditions of a picture. */
export function imageOfWidth(images: RenderedImages, width: number): RenderedImage {
  const found = images.find((image) => image.width === width)
  if (!found) throw new Error(`a picture was not made ${width} pixels wide`)
  return found
}

function picturesDown(cause: unknown): Error {
  return Object.assign(unavailable('unavailable', 'errors.picturesDown', 60), { cause })
}
