import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '#server/live-engine/child-environment.ts'
import { childModule } from '#server/startup/child-modules.ts'
import { BadImage } from './bad-image.ts'
import { type FromImageProcess, type ImageJob, type RenderedImages, fromImageProcess } from './protocol.ts'

export type ImageLimits = {
  /** Maximum memory of the process. */
  memoryBytes: number
  /** Maximum processor time for one image. */
  cpuMs: number
}

/**
 * Runs a program with a limit of its data segment (heap and private mappings), and as the OOM killer's first choice.
 * Where the system has neither (macOS accepts the limit but does not enforce it), the worker's own checks remain.
 */
const LIMITED =
  'ulimit -d "$1" 2>/dev/null; echo 1000 2>/dev/null >/proc/self/oom_score_adj; shift; exec "$@"'
const SHELL = '/bin/sh'

/** Timeout of the start, and of an image in addition to its processor time: the machine may be busy. */
const BUSY_MS = 30_000

/** A child process that decodes images. */
export class ImageProcess {
  /** Resolves with the reason when the process has ended. */
  readonly exited: Promise<string>
  readonly #child: ChildProcess
  readonly #limits: ImageLimits
  #receive: ((message: FromImageProcess) => void) | undefined
  #lastError = ''

  constructor(limits: ImageLimits) {
    this.#limits = limits
    this.#child = startWorker(limits)
    this.exited = new Promise((resolve) => {
      // 'close' is emitted after the last output; a process that could not be started emits only 'error'.
      this.#child.once('close', (code, signal) =>
        resolve(signal ? `killed by ${signal}` : `exit code ${code} ${this.#lastError}`.trim()),
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
    const outcome = await this.#nextMessage(BUSY_MS)
    if ('ended' in outcome) throw new Error(`an image process did not start (${outcome.ended})`)
  }

  /**
   * Decodes one image. Must not be called again before the returned promise settles.
   * @throws {BadImage} also when the process ended while it decoded the image
   */
  async render(job: ImageJob): Promise<RenderedImages> {
    const reply = this.#nextMessage(this.#limits.cpuMs + BUSY_MS)
    if (this.#child.connected) this.#child.send(job, () => undefined)
    const outcome = await reply
    if ('ended' in outcome) throw new BadImage('tooCostly', outcome.ended)
    switch (outcome.type) {
      case 'rendered':
        return outcome.images
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

  /** Returns the next message or the reason of the end. Kills the process when it sends nothing within the timeout. */
  async #nextMessage(timeoutMs: number): Promise<FromImageProcess | { ended: string }> {
    const timer = setTimeout(() => this.kill(), timeoutMs)
    const message = new Promise<FromImageProcess>((resolve) => (this.#receive = resolve))
    try {
      return await Promise.race([message, this.exited.then((ended) => ({ ended }))])
    } finally {
      clearTimeout(timer)
      this.#receive = undefined
    }
  }
}

function startWorker({ memoryBytes, cpuMs }: ImageLimits): ChildProcess {
  const { entry, execArgv } = childModule('image-worker')
  const worker = [...execArgv, fileURLToPath(entry)]
  const command = [process.execPath, ...worker, String(memoryBytes), String(cpuMs)]
  const limited = [SHELL, '-c', LIMITED, SHELL, String(Math.floor(memoryBytes / 1024)), ...command]
  const [file = process.execPath, ...args] = existsSync(SHELL) ? limited : command
  return spawn(file, args, {
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
}
