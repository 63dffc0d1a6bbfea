import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartupError } from '#server/startup/startup-error.ts'
import { makeServerFolder, type ServerLocation, SOCKET_PREFIX } from './location.ts'
import { serverCommand, waitUntilReady } from './server-command.ts'
import { removeStaleLock } from './stale-lock.ts'
import { startWatched, type WatchedProcess } from './watched-process.ts'

/** Time for the server of an earlier, killed app to write everything and exit. */
const PREDECESSOR_EXIT_MS = 60_000
const RESTART_DELAY_MS = { min: 100, max: 5000 }
/** A server that has not stopped by then is killed. Committed transactions survive that. */
const STOP_TIMEOUT_MS = 30_000

/** A running PostgreSQL server; it is restarted when it exits unexpectedly. */
export class EmbeddedServer {
  readonly socketFolder: string
  readonly #location: ServerLocation
  readonly #command: readonly string[]
  readonly #log: Logger
  readonly #stopping = new AbortController()
  #process: WatchedProcess | null = null
  #supervision: Promise<void> = Promise.resolve()

  private constructor(
    location: ServerLocation,
    command: readonly string[],
    socketFolder: string,
    log: Logger,
  ) {
    this.#location = location
    this.#command = command
    this.socketFolder = socketFolder
    this.#log = log
  }

  /** @throws {StartupError} when the server does not start */
  static async start(
    location: ServerLocation,
    binaries: string,
    options: { log: Logger; settings: Record<string, string> },
  ): Promise<EmbeddedServer> {
    const socketFolder = await mkdtemp(join(location.sockets, SOCKET_PREFIX))
    const command = serverCommand({ binaries, data: location.data, socketFolder, settings: options.settings })
    const server = new EmbeddedServer(location, command, socketFolder, options.log)
    try {
      server.#supervision = server.#supervise(await server.#startProcess())
    } catch (error) {
      await rm(socketFolder, { recursive: true, force: true })
      throw error
    }
    return server
  }

  /** Shuts the server down; resolves when it has written everything and exited. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#process?.stop()
    const killer = setTimeout(() => this.#process?.kill(), STOP_TIMEOUT_MS)
    await this.#supervision
    clearTimeout(killer)
    await rm(this.socketFolder, { recursive: true, force: true })
  }

  async #supervise(first: WatchedProcess): Promise<void> {
    for (let current: WatchedProcess | null = first; current; current = await this.#restart()) {
      this.#process = current
      if (this.#stopping.signal.aborted) current.stop()
      const code = await current.exited
      if (this.#stopping.signal.aborted) return
      this.#log.error({ code }, 'PostgreSQL exited unexpectedly; restarting it')
    }
  }

  /** Retries until the server runs; returns `null` when `stop` was called. */
  async #restart(): Promise<WatchedProcess | null> {
    for (let delayMs = RESTART_DELAY_MS.min; ; delayMs = Math.min(delayMs * 2, RESTART_DELAY_MS.max)) {
      await this.#pause(delayMs)
      if (this.#stopping.signal.aborted) return null
      try {
        return await this.#startProcess()
      } catch (error) {
        this.#log.error(error, 'PostgreSQL could not be restarted')
      }
    }
  }

  async #startProcess(): Promise<WatchedProcess> {
    const giveUpAt = performance.now() + PREDECESSOR_EXIT_MS
    for (;;) {
      // The watchdog of an earlier attempt has removed the folder.
      await makeServerFolder(this.socketFolder, 0o700, this.#location.runAs)
      await removeStaleLock(this.#location.data)
      const started = startWatched(this.#command, {
        runAs: this.#location.runAs,
        removeAfter: this.socketFolder,
      })
      const failure = await waitUntilReady(started, this.#log)
      if (failure === null) return started
      const canWait = performance.now() < giveUpAt && !this.#stopping.signal.aborted
      if (!isLockedByPredecessor(failure) || !canWait) throw cannotStart(this.#location, failure)
      this.#log.debug('waiting for the PostgreSQL of an earlier start to end')
      await this.#pause(100)
    }
  }

  /** Resolves early when `stop` is called. */
  async #pause(ms: number): Promise<void> {
    await wait(ms, null, { signal: this.#stopping.signal }).catch(() => {})
  }
}

function isLockedByPredecessor(message: string): boolean {
  return /already exists|in use/.test(message)
}

function cannotStart(location: ServerLocation, message: string): StartupError {
  return new StartupError(
    isLockedByPredecessor(message)
      ? `Another PostgreSQL is still running on ${location.data}: stop the app that started it.`
      : `PostgreSQL does not start on ${location.data} (${message}): put it right, or set DATABASE_URL.`,
  )
}
