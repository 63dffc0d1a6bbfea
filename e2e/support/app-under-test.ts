import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DATABASE_LIMITS_ENV, scaled } from '../../scripts/test/machine-limits.ts'
import { findRootLocation } from '../../src/server/db/embedded/location.ts'
import { freePort } from '../../src/server/testing/free-port.ts'
import { RunningApp } from '../../src/server/testing/running-app.ts'
import { childrenOf } from './processes.ts'

const START_TIMEOUT_MS = scaled(60_000)
const STOP_TIMEOUT_MS = scaled(20_000)

/** The built app, started as `npm start` does, with its own database, data folder and ports. */
export class AppUnderTest {
  /** The folder in which the app stores files. */
  readonly dataDir: string
  readonly #env: NodeJS.ProcessEnv
  #running: RunningApp | null = null
  /** Output of the previous runs. */
  #log = ''
  #url = ''

  private constructor(dataDir: string, env: NodeJS.ProcessEnv) {
    this.dataDir = dataDir
    this.#env = env
  }

  /** Starts an app; `env` extends its configuration. */
  static async start(env: Record<string, string>): Promise<AppUnderTest> {
    const dataDir = await mkdtemp(join(tmpdir(), 'app-'))
    // These variables colour the runner's output; tests parse the app's output, which must stay plain.
    const { FORCE_COLOR: _forced, NO_COLOR: _refused, ...inherited } = process.env
    const app = new AppUnderTest(dataDir, {
      ...inherited,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(await freePort('tcp')),
      LIVE_UDP_PORT: String(await freePort('udp')),
      DATA_DIR: dataDir,
      PASSWORD_HASH_KIB: '8',
      ...DATABASE_LIMITS_ENV,
      ...env,
    })
    try {
      await app.start()
      return app
    } catch (error) {
      await app.remove()
      throw error
    }
  }

  /** The URL that the app printed, without a trailing slash. */
  get url(): string {
    return this.#url
  }

  /** The URL of its PostgreSQL database, for rows that no page can make. */
  get databaseUrl(): string {
    const { DATABASE_URL: url } = this.#env
    if (url === undefined) throw new Error('the app has an embedded database')
    return url
  }

  /** Output of all runs so far. */
  get log(): string {
    return this.#log + (this.#running?.log ?? '')
  }

  get pid(): number {
    if (!this.#running) throw new Error('the app is not running')
    return this.#running.pid
  }

  /** Process id of the live engine; `null` while it is not running. */
  enginePid(): number | null {
    return childrenOf(this.pid).find(({ command }) => command.includes('media/main'))?.pid ?? null
  }

  /** Kills the live engine's process with SIGKILL, like a crash in its native code. */
  killEngine(): void {
    const pid = this.enginePid()
    if (pid === null) throw new Error('the engine is not running')
    process.kill(pid, 'SIGKILL')
  }

  /** Stops the app with SIGTERM and starts it again at the same URL. */
  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** Kills the app with SIGKILL, like a crash of its process, and starts it again at the same URL. */
  async crash(): Promise<void> {
    const running = this.#running
    if (!running) throw new Error('the app is not running')
    running.signal('SIGKILL')
    await running.ended
    this.#log += running.log
    this.#running = null
    await this.start()
  }

  /** Stops the app and removes all its files. */
  async remove(): Promise<void> {
    try {
      await this.stop()
    } finally {
      const databaseRoot = await findRootLocation(this.dataDir)
      for (const folder of databaseRoot ? [databaseRoot, this.dataDir] : [this.dataDir])
        await rm(folder, { recursive: true, force: true })
    }
  }

  async start(): Promise<void> {
    const running = new RunningApp([process.execPath, 'scripts/start.mjs'], { env: this.#env })
    this.#running = running
    this.#url = await Promise.race([
      running.url(),
      deadline(START_TIMEOUT_MS).then(() => this.#fail('the app did not start')),
    ])
  }

  async stop(): Promise<void> {
    const running = this.#running
    if (!running) return
    running.signal('SIGTERM')
    const stoppedInTime = await Promise.race([
      running.ended.then(() => true),
      deadline(STOP_TIMEOUT_MS).then(() => false),
    ])
    if (!stoppedInTime) running.signal('SIGKILL')
    await running.ended
    this.#log += running.log
    this.#running = null
    if (!stoppedInTime) this.#fail('the app did not stop')
  }

  #fail(reason: string): never {
    throw new Error(`${reason}; the last lines of its output:\n${this.log.split('\n').slice(-30).join('\n')}`)
  }
}

/** Resolves after `ms`, without keeping the process alive. */
function deadline(ms: number): Promise<unknown> {
  return once(AbortSignal.timeout(ms), 'abort')
}
