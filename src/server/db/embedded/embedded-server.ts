import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartupError } from '#server/startup/startup-error.ts'
import { makeServerFolder, type ServerLocation, SOCKET_PREFIX } from './location.ts'
import { serverCommand, whenReady } from './server-command.ts'
import { removeStaleLock } from './stale-lock.ts'
import { startWatched, type WatchedProcess } from './watched-process.ts'

/** How long a server that an earlier, killed app started may take to write everything and end. */
const PREDECESSOR_MS = 60_000
const RESTART_MS = { first: 100, longest: 5000 }
/** After this a stopping server is killed; nothing acknowledged is lost by that. */
const STOP_MS = 30_000

/** PostgreSQL running at a place; it is started again when it ends by itself. */
export class EmbeddedServer {
  readonly socketFolder: string
  readonly #place: ServerLocation
  readonly #command: readonly string[]
  readonly #log: Logger
  readonly #stopping = new AbortController()
  #process: WatchedProcess | null = null
  #supervision: Promise<void> = Promise.resolve()

  private constructor(place: ServerLocation, command: readonly string[], socketFolder: string, log: Logger) {
    this.#place = place
    this.#command = command
    this.socketFolder = socketFolder
    this.#log = log
  }

  /** @throws {StartupError} when the server does not start */
  static async start(
    place: ServerLocation,
    binaries: string,
    options: { log: Logger; settings: Record<string, string> },
  ): Promise<EmbeddedServer> {
    const socketFolder = await mkdtemp(join(place.sockets, SOCKET_PREFIX))
    const command = serverCommand({ binaries, data: place.data, socketFolder, settings: options.settings })
    const server = new EmbeddedServer(place, command, socketFolder, options.log)
    try {
      server.#supervision = server.#supervise(await server.#startProcess())
    } catch (error) {
      await rm(socketFolder, { recursive: true, force: true })
      throw error
    }
    return server
  }

  /** Resolves when the server has written everything and ended. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#process?.stop()
    const killer = setTimeout(() => this.#process?.kill(), STOP_MS)
    await this.#supervision
    clearTimeout(killer)
    await rm(this.socketFolder, { recursive: true, force: true })
  }

  async #supervise(first: WatchedProcess): Promise<void> {
    for (let current: WatchedProcess | null = first; current; current = await this.#startAgain()) {
      this.#process = current
      if (this.#stopping.signal.aborted) current.stop()
      const code = await current.exited
      if (this.#stopping.signal.aborted) return
      this.#log.error({ code }, 'PostgreSQL ended by itself; starting it again')
    }
  }

  /** Tries until it runs; `null` when it is to stop instead. */
  async #startAgain(): Promise<WatchedProcess | null> {
    for (let delay = RESTART_MS.first; ; delay = Math.min(delay * 2, RESTART_MS.longest)) {
      await this.#pause(delay)
      if (this.#stopping.signal.aborted) return null
      try {
        return await this.#startProcess()
      } catch (error) {
        this.#log.error(error, 'PostgreSQL does not start again')
      }
    }
  }

  async #startProcess(): Promise<WatchedProcess> {
    const giveUpAt = performance.now() + PREDECESSOR_MS
    for (;;) {
      // The watchdog of an earlier try has removed it.
      await makeServerFolder(this.socketFolder, 0o700, this.#place.runAs)
      await removeStaleLock(this.#place.data)
      const started = startWatched(this.#command, {
        runAs: this.#place.runAs,
        removeAfter: this.socketFolder,
      })
      const failure = await whenReady(started, this.#log)
      if (failure === null) return started
      const canWait = performance.now() < giveUpAt && !this.#stopping.signal.aborted
      if (!isPredecessor(failure) || !canWait) throw cannotStart(this.#place, failure)
      this.#log.debug('waiting for the PostgreSQL of an earlier start to end')
      await this.#pause(100)
    }
  }

  /** Ends early when the server is to stop. */
  async #pause(ms: number): Promise<void> {
    await wait(ms, null, { signal: this.#stopping.signal }).catch(() => {})
  }
}

function isPredecessor(said: string): boolean {
  return /already exists|in use/.test(said)
}

function cannotStart(place: ServerLocation, said: string): StartupError {
  return new StartupError(
    isPredecessor(said)
      ? `Another PostgreSQL is still running on ${place.data}: stop the app that started it.`
      : `PostgreSQL does not start on ${place.data} (${said}): put it right, or set DATABASE_URL.`,
  )
}
