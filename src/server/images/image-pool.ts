import type { Logger } from 'pino'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import { unavailable } from '#server/http/errors.ts'
import { oneLine } from '#server/startup/startup-error.ts'
import { BadImage } from './bad-image.ts'
import { type ImageLimits, ImageProcess, ImageTimeout } from './image-process.ts'
import type { ImageJob, Rendered, RenderedImage, RenderedImages } from './protocol.ts'

type Options = ImageLimits & {
  /** Time after which an idle process is killed. */
  idleMs: number
  log: Pick<Logger, 'warn'>
}

/** Each may use the full memory limit. With two, one slow image does not block everybody else's. */
const MAX_PROCESSES = 2
/** The process is then replaced, so that memory leaks and effects of earlier images do not accumulate. */
const MAX_IMAGES_PER_PROCESS = 100

/** Decodes untrusted images in child processes, which are started on demand and killed when they are idle. */
export class ImagePool {
  readonly #options: Options
  readonly #enqueue = createFairQueue(MAX_PROCESSES)
  /** Every running process, with the number of images that it has decoded. */
  readonly #imageCounts = new Map<ImageProcess, number>()
  /** The idle processes, each with its idle timer; the most recently used is last. */
  readonly #idleTimers = new Map<ImageProcess, NodeJS.Timeout>()
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Makes the renditions of a JPEG, PNG, WebP, GIF or AVIF image, recognised by its content. One image per requester is
   * decoded at a time; requesters take turns.
   * @throws {BadImage} when the image cannot be decoded within the limits
   * @throws {HttpError} 503 when no process can be started or the machine is too busy, and while the server stops
   */
  async render(requester: string, job: ImageJob): Promise<RenderedImages> {
    return (await this.renderAnimated(requester, job)).images
  }

  /** The same with the animation of the job. */
  renderAnimated(requester: string, job: ImageJob): Promise<Rendered> {
    return this.#enqueue(requester, async () => {
      const worker = await this.#acquire()
      try {
        return await worker.render(job)
      } catch (error) {
        if (this.#isClosed || error instanceof ImageTimeout) throw imagesUnavailable(error)
        if (error instanceof BadImage && error.problem === 'tooCostly')
          this.#options.log.warn(
            { requester, ...(error.cause !== undefined && { reason: oneLine(error.cause) }) },
            'an image was too costly to decode',
          )
        throw error
      } finally {
        this.#release(worker)
      }
    })
  }

  /** Kills every process. Running and waiting `render` calls reject with 503. */
  async close(): Promise<void> {
    this.#isClosed = true
    const running = [...this.#imageCounts.keys()]
    for (const each of running) this.#end(each)
    await Promise.all(running.map((each) => each.exited))
  }

  async #acquire(): Promise<ImageProcess> {
    if (this.#isClosed) throw imagesUnavailable(new Error('the server stops'))
    // The most recently used one, so that a second process becomes idle long enough to be killed.
    const idle = [...this.#idleTimers.keys()].at(-1)
    if (idle) {
      clearTimeout(this.#idleTimers.get(idle))
      this.#idleTimers.delete(idle)
      return idle
    }
    const started = new ImageProcess(this.#options)
    this.#imageCounts.set(started, 0)
    void started.exited.then(() => this.#end(started))
    await started.waitUntilReady().catch((error: unknown) => {
      throw imagesUnavailable(error)
    })
    return started
  }

  #release(worker: ImageProcess): void {
    const imageCount = (this.#imageCounts.get(worker) ?? MAX_IMAGES_PER_PROCESS) + 1
    if (imageCount >= MAX_IMAGES_PER_PROCESS || this.#isClosed) return this.#end(worker)
    this.#imageCounts.set(worker, imageCount)
    this.#idleTimers.set(
      worker,
      setTimeout(() => this.#end(worker), this.#options.idleMs),
    )
  }

  /** Also called when the process has ended by itself. */
  #end(worker: ImageProcess): void {
    clearTimeout(this.#idleTimers.get(worker))
    this.#idleTimers.delete(worker)
    this.#imageCounts.delete(worker)
    worker.kill()
  }
}

/** Returns the rendition with this width. Throws when there is none. */
export function imageOfWidth(images: RenderedImages, width: number): RenderedImage {
  const found = images.find((image) => image.width === width)
  if (!found) throw new Error(`there is no rendition of ${width} pixels width`)
  return found
}

function imagesUnavailable(cause: unknown): Error {
  return Object.assign(unavailable('unavailable', 'errors.imagesUnavailable', 60), { cause })
}
