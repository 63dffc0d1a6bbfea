import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '#server/live-engine/child-environment.ts'
import { BadImage } from './bad-image.ts'
import { type FromImageProcess, type ImageJob, type RenderedImages, fromImageProcess } from './protocol.ts'

export type ImageLimits = {
  /** What the process may hold in memory while it decodes a picture. */
  memoryBytes: number
  /** Processor time for one picture. */
  cpuMs: number
}

/** From dist/ the bundle that was built, from src/ (development, tests) the sources themselves. */
const IS_BUILT = !import.meta.url.endsWith('.ts')
const WORKER = fileURLToPath(new URL(IS_BUILT ? './image-worker.js' : './image-worker.ts', import.meta.url))
const LOADER = IS_BUILT ? [] : ['--import', 'tsx']

/**
 * Runs a program under a limit of its data (heap and private mappings), and makes it the first to go when the machine
 * runs out of memory. Where the system knows neither (macOS accepts the limit and does not enforce it), the process's own
 * watch remains.
 */
const LIMITED =
  'ulimit -d "$1" 2>/dev/null; echo 1000 2>/dev/null >/proc/self/oom_score_adj; shift; exec "$@"'
const SHELL = '/bin/sh'

/** A busy machine may need some. */
const START_MS = 30_000
/** Wall-clock time for one picture, as a multiple of its processor time: others may need the processor as well. */
const PATIENCE = 4

/** One run of a process that decodes pictures, from its start to its death. */
export class ImageProcess {
  /** Resolves with the reason, whoever ended it. */
  readonly exited: Promise<string>
  readonly #child: ChildProcess
  readonly #limits: ImageLimits
  #receive: ((message: FromImageProcess) => void) | undefined
  #lastError = ''

  constructor(limits: ImageLimits) {
    this.#limits = limits
    this.#child = startWorker(limits)
    this.exited = new Promise((resolve) => {
      // 'close' comes after the last output; a process that could not be started gives 'error' alone.
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

  /** Resolves when it can take its first picture. Rejects where it does not run on this machine. */
  async ready(): Promise<void> {
    const outcome = await this.#nextMessage(START_MS)
    if ('ended' in outcome) throw new Error(`an image process did not start (${outcome.ended})`)
  }

  /**
   * Decodes one picture; the next may be given when this one is done.
   * @throws {BadImage} also where the process did not live through it
   */
  async render(job: ImageJob): Promise<RenderedImages> {
    const answered = this.#nextMessage(this.#limits.cpuMs * PATIENCE)
    if (this.#child.connected) this.#child.send(job, () => undefined)
    const outcome = await answered
    if ('ended' in outcome) throw new BadImage('tooCostly', new Error(outcome.ended))
    switch (outcome.type) {
      case 'rendered':
        return outcome.images
      case 'refused':
        throw new BadImage(outcome.problem, new Error(outcome.message))
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

  /** What it sends next, or how it ended; it is killed when it sends nothing in time. */
  async #nextMessage(limitMs: number): Promise<FromImageProcess | { ended: string }> {
    const timer = setTimeout(() => this.kill(), limitMs)
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
  const command = [process.execPath, ...LOADER, WORKER, String(memoryBytes), String(cpuMs)]
  const limited = [SHELL, '-c', LIMITED, SHELL, String(Math.floor(memoryBytes / 1024)), ...command]
  const [file = process.execPath, ...args] = existsSync(SHELL) ? limited : command
  return spawn(file, args, {
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
}
