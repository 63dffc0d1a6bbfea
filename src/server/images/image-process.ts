import { type ChildProcess, fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import { childEnvironment } from '#server/live-engine/child-environment.ts'
import { childModule } from '#server/startup/child-modules.ts'
import { watchMemory } from '#server/startup/resident-memory.ts'
import { BadImage } from './bad-image.ts'
import { type FromImageProcess, type ImageJob, type Rendered, fromImageProcess } from './protocol.ts'

export type ImageLimits = {
  /** Maximum resident memory of the process. */
  memoryBytes: number
  /** Maximum processor time for one image. */
  cpuMs: number
  /** Timeout of the start, and of an image in addition to its processor time: the machine may be busy. */
  busyMs?: number
}

const BUSY_MS = 30_000

type Outcome = FromImageProcess | { ended: string }

/** No reply in time, although the image used less than its processor time: the machine is busy, or the process hangs. */
export class ImageTimeout extends Error {
  override name = 'ImageTimeout'
}

/** A child process that decodes images. */
export class ImageProcess {
  /** Resolves with the reason when the process has ended. */
  readonly exited: Promise<string>
  readonly #child: ChildProcess
  readonly #limits: ImageLimits
  #receive: ((message: FromImageProcess) => void) | undefined
  #lastError = ''
  /** Set when this object kills the process because it exceeds a limit. */
  #killedFor: string | undefined
  #hasTimedOut = false

  constructor(limits: ImageLimits) {
    this.#limits = limits
    this.#child = startWorker(limits)
    this.exited = new Promise((resolve) => {
      // 'close' is emitted after the last output; a process that could not be started emits only 'error'.
      this.#child.once('close', (code, signal) =>
        resolve(
          this.#killedFor ?? (signal ? `killed by ${signal}` : `exit code ${code} ${this.#lastError}`.trim()),
        ),
      )
      this.#child.once('error', (error) => resolve(error.message))
    })
    this.#child.on('message', (raw) => {
      const { data } = fromImageProcess.safeParse(raw)
      if (data) this.#receive?.(data)
      else this.kill()
    })
    if (this.#child.stderr)
      createInterface({ input: this.#child.stderr }).on('line', (line) => {
        if (/error/i.test(line)) this.#lastError = line.trim()
      })
  }

  /** Resolves when the process accepts its first image. Rejects when it could not be started. */
  async waitUntilReady(): Promise<void> {
    const outcome = await this.#nextMessage(this.#limits.busyMs ?? BUSY_MS)
    if ('ended' in outcome) throw new Error(`an image process did not start (${outcome.ended})`)
  }

  /**
   * Decodes one image. Must not be called again before the returned promise settles.
   * @throws {BadImage} also when the process ended while it decoded the image
   * @throws {ImageTimeout}
   */
  async render(job: ImageJob): Promise<Rendered> {
    const outcome = await this.#exchange(job)
    if ('ended' in outcome && this.#hasTimedOut) throw new ImageTimeout(outcome.ended)
    if ('ended' in outcome) throw new BadImage('tooCostly', outcome.ended)
    switch (outcome.type) {
      case 'rendered':
        return outcome.rendered
      case 'refused':
        throw new BadImage(outcome.problem, outcome.reason)
      case 'failed':
        throw new Error(outcome.message)
      case 'ready':
        throw new Error('an image process was ready twice')
      default:
        return outcome satisfies never
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #killFor(reason: string): void {
    this.#killedFor ??= reason
    this.kill()
  }

  /** Sends an image and returns the reply, within the limits of memory and time. */
  async #exchange(job: ImageJob): Promise<Outcome> {
    const { memoryBytes, cpuMs, busyMs = BUSY_MS } = this.#limits
    const stopWatching = watchMemory(this.#child.pid, memoryBytes, () =>
      this.#killFor(`more than ${memoryBytes} bytes of memory`),
    )
    try {
      const reply = this.#nextMessage(cpuMs + busyMs)
      if (this.#child.connected) this.#child.send(job, () => undefined)
      const outcome = await reply
      // A reply may still arrive after the kill; the process must not be used again.
      return this.#killedFor === undefined ? outcome : { ended: await this.exited }
    } finally {
      stopWatching()
    }
  }

  /** Returns the next message or the reason of the end. Kills the process when it sends nothing within the timeout. */
  async #nextMessage(timeoutMs: number): Promise<Outcome> {
    let isPending = true
    const giveUp = () => {
      if (!isPending) return
      this.#hasTimedOut = true
      this.#killFor(`no reply in ${timeoutMs} ms`)
    }
    // A reply that arrived while this process was busy is read between timers and immediates.
    const timer = setTimeout(() => setImmediate(giveUp), timeoutMs)
    const message = new Promise<FromImageProcess>((resolve) => (this.#receive = resolve))
    try {
      return await Promise.race([message, this.exited.then((ended) => ({ ended }))])
    } finally {
      isPending = false
      clearTimeout(timer)
      this.#receive = undefined
    }
  }
}

function startWorker({ memoryBytes, cpuMs }: ImageLimits): ChildProcess {
  const { entry, execArgv } = childModule('image-worker')
  return fork(entry, [String(memoryBytes), String(cpuMs)], {
    execArgv,
    // With more than one arena, glibc keeps 200 MB of earlier large images, which would count against the next one.
    env: { ...childEnvironment(), MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
}
