import { type ChildProcess, fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import { childEnvironment } from '#server/live-engine/child-environment.ts'
import type { ChildModule } from '#server/startup/child-modules.ts'
import { watchMemory } from '#server/startup/resident-memory.ts'
import {
  type FromTranscoder,
  type TaskResult,
  type TranscodeTask,
  fromTranscoder,
} from '#transcode/protocol.ts'
import { TranscodeError } from './transcode-error.ts'

type Limits = { memoryBytes: number; timeoutMs: number; cpuMs?: number; niceness?: number }

const LOWEST_PRIORITY = 19

/** Heap of JavaScript in megabytes: the videos are outside of it. */
const MAX_HEAP_MB = 128
const MAX_ERROR_LINES = 5
const MAX_LINE_LENGTH = 300

/** A child process that runs one task at a time. */
export class TranscoderProcess {
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>
  readonly #child: ChildProcess
  readonly #limits: Limits
  readonly #errorLines: string[] = []
  /** Set when this object kills the process. */
  #killedFor: TranscodeError | null = null

  constructor({ entry, execArgv }: ChildModule, limits: Limits) {
    this.#limits = limits
    const { memoryBytes, cpuMs = 0, niceness = LOWEST_PRIORITY } = limits
    this.#child = fork(entry, [memoryBytes, niceness, cpuMs].map(String), {
      execArgv: [...execArgv, `--max-old-space-size=${MAX_HEAP_MB}`],
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.exited = new Promise((resolve) => {
      this.#child.once('close', () => resolve())
      this.#child.once('error', (error) => {
        this.#errorLines.push(error.message)
        // A process that could not be started emits no 'close'.
        if (this.#child.pid === undefined) resolve()
      })
    })
    if (this.#child.stderr)
      createInterface({ input: this.#child.stderr }).on('line', (line) => this.#keepLine(line))
  }

  /** Undefined when it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  /** @throws {TranscodeError} */
  async run(
    task: TranscodeTask,
    onProgress: (second: number) => void = () => undefined,
  ): Promise<TaskResult> {
    const { memoryBytes, timeoutMs } = this.#limits
    const timer = setTimeout(
      () => this.killFor(new TranscodeError('timeout', `longer than ${timeoutMs} ms`)),
      timeoutMs,
    )
    const stopWatching = watchMemory(this.#child.pid, memoryBytes, () =>
      this.killFor(new TranscodeError('outOfMemory', `more than ${memoryBytes} bytes`)),
    )
    try {
      const outcome = this.#outcome(onProgress)
      if (this.#child.connected) this.#child.send(task, () => undefined)
      return await outcome
    } finally {
      clearTimeout(timer)
      stopWatching()
      this.#child.removeAllListeners('message')
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  /** Kills the process, whose task then rejects with this error. */
  killFor(error: TranscodeError): void {
    this.#killedFor ??= error
    this.kill()
  }

  /** Ends the process after its result. Throws the error of a `killFor` that came with it. */
  async end(): Promise<void> {
    this.kill()
    await this.exited
    if (this.#killedFor) throw this.#killedFor
  }

  #outcome(onProgress: (second: number) => void): Promise<TaskResult> {
    return new Promise((resolve, reject) => {
      this.#child.on('message', (raw) => {
        const message = fromTranscoder.safeParse(raw)
        if (!message.success) return reject(new TranscodeError('crashed', 'it sent an invalid message'))
        return this.#handle(message.data, { resolve, reject, onProgress })
      })
      // Has no effect after the process sent its result.
      void this.exited.then(() =>
        reject(this.#killedFor ?? new TranscodeError('crashed', this.#reasonOfEnd())),
      )
    })
  }

  #handle(
    message: FromTranscoder,
    on: {
      resolve: (result: TaskResult) => void
      reject: (error: Error) => void
      onProgress: (second: number) => void
    },
  ): void {
    switch (message.type) {
      case 'progress':
        return on.onProgress(message.second)
      case 'done':
        return on.resolve(message.result)
      case 'failed':
        return on.reject(new TranscodeError(message.problem, message.detail))
      default:
        return message satisfies never
    }
  }

  #keepLine(line: string): void {
    this.#errorLines.push(line.slice(0, MAX_LINE_LENGTH))
    if (this.#errorLines.length > MAX_ERROR_LINES) this.#errorLines.shift()
  }

  #reasonOfEnd(): string {
    const { exitCode, signalCode } = this.#child
    return [`ended with ${signalCode ?? exitCode}`, ...this.#errorLines].join('; ')
  }
}
