import { fork, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import {
  fromEngine,
  type EngineEvent,
  type EngineCommand,
  type EngineReply,
  type EngineRequest,
} from '#media/process/protocol.ts'
import { childEnvironment } from './child-environment.ts'
import { EngineError } from './media-engine.ts'

export type EngineLog = { info(line: string): void; warn(line: string): void; error(line: string): void }

type Options = {
  entry: string | URL
  execArgv: string[]
  log: EngineLog
  /** Milliseconds without a sign of life after which the process hangs and is killed. */
  heartbeatTimeoutMs: number
  /** Milliseconds after which a request fails. The process may still handle it. */
  requestTimeoutMs: number
  /** The same for the requests that write a recording to the disk. */
  recordingTimeoutMs: number
  onEvent: (event: EngineEvent) => void
}

type PendingRequest = {
  resolve: (reply: EngineReply) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

/** From the fork until the first sign of life, and until the response to `start`; a busy machine needs a while. */
const START_TIMEOUT_MS = 30_000
/**
 * Checks for a sign of life within `heartbeatTimeoutMs`. Missed checks are counted instead of the time, so that the
 * time in which this process itself was blocked or suspended does not count.
 */
const CHECKS = 10
const STOP_TIMEOUT_MS = 2_000

/** One run of the engine's process, from its start to its end. */
export class EngineProcess {
  /** Resolves with the reason when the process ends, whoever ended it. */
  readonly exited: Promise<string>
  readonly #child: ChildProcess
  readonly #options: Options
  readonly #pending = new Map<number, PendingRequest>()
  #checksLeft: number
  #lastId = 0
  #lastError = ''

  constructor(options: Options) {
    this.#options = options
    this.#child = fork(options.entry, [], {
      execArgv: options.execArgv,
      env: childEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child.on('message', (message) => this.#receive(message))
    this.#copyOutput()
    this.exited = this.#watchExit()
    this.#checksLeft = Math.ceil((CHECKS * START_TIMEOUT_MS) / options.heartbeatTimeoutMs)
    this.#watchHeartbeat()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Rejects with EngineError: what the engine refused, `timeout`, or `unavailable` when the process has died. */
  request(request: WithoutId<EngineRequest>): Promise<EngineReply> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        if (this.#pending.delete(id))
          reject(new EngineError('timeout', `No response to ${request.type} yet.`))
      }
      // The response may have arrived while this process was busy: it is read between timers and immediates.
      const timer = setTimeout(() => setImmediate(giveUp), this.#timeoutOf(request.type))
      this.#pending.set(id, { resolve, reject, timer })
      this.#send({ ...request, id })
    })
  }

  /** A process that is alive may still wait for ever, for example for its disk. */
  #timeoutOf(type: EngineRequest['type']): number {
    const { recordingTimeoutMs, requestTimeoutMs } = this.#options
    if (type === 'start') return START_TIMEOUT_MS
    return type === 'record' || type === 'stop_recording' ? recordingTimeoutMs : requestTimeoutMs
  }

  sendCommand(command: EngineCommand): void {
    this.#send(command)
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    const timer = setTimeout(() => this.kill('it did not stop'), STOP_TIMEOUT_MS)
    await this.exited
    clearTimeout(timer)
  }

  kill(why: string): void {
    this.#options.log.error(`the live engine is killed: ${why}`)
    this.#child.kill('SIGKILL')
  }

  /** Does nothing on a closed channel: the process's exit rejects what is pending. */
  #send(message: EngineRequest | EngineCommand): void {
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  #receive(raw: unknown): void {
    const parsed = fromEngine.safeParse(raw)
    if (!parsed.success)
      return this.#options.log.error(`the live engine sent an invalid message: ${parsed.error.message}`)
    this.#checksLeft = CHECKS
    const message = parsed.data
    if (!('id' in message)) return this.#options.onEvent(message)
    const pending = this.#pending.get(message.id)
    if (!pending) return
    this.#pending.delete(message.id)
    clearTimeout(pending.timer)
    if (message.type === 'failed') pending.reject(new EngineError(message.code, message.message))
    else pending.resolve(message)
  }

  /** A message that has arrived is read between timers and immediates. */
  #watchHeartbeat(): void {
    const { heartbeatTimeoutMs } = this.#options
    const check = () => {
      if (this.#checksLeft-- === 0) this.kill(`no heartbeat for ${heartbeatTimeoutMs} ms`)
    }
    const timer = setInterval(() => setImmediate(check), heartbeatTimeoutMs / CHECKS)
    void this.exited.then(() => clearInterval(timer))
  }

  #watchExit(): Promise<string> {
    return new Promise((resolve) => {
      const end = (how: string) => {
        for (const { reject, timer } of this.#pending.values()) {
          clearTimeout(timer)
          reject(new EngineError('unavailable', `The live engine is not running (${how}).`))
        }
        this.#pending.clear()
        resolve(how)
      }
      // 'close' follows the last output. A process that could not be started emits only 'error'.
      this.#child.once('close', (code, signal) =>
        end(signal ? `killed by ${signal}` : `exit code ${code} ${this.#lastError}`.trim()),
      )
      this.#child.once('error', (error) => end(error.message))
    })
  }

  #copyOutput(): void {
    const { log } = this.#options
    const copy = (from: Readable | null, write: (line: string) => void) => {
      if (from) createInterface({ input: from }).on('line', write)
    }
    copy(this.#child.stdout, (line) => log.info(line))
    copy(this.#child.stderr, (line) => {
      if (/error/i.test(line)) this.#lastError = line.trim()
      log.warn(line)
    })
  }
}
