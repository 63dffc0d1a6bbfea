import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootLocationOf } from '../../src/server/db/embedded/location.ts'
import { freePort } from '../../src/server/testing/free-port.ts'
import { RunningApp } from '../../src/server/testing/running-app.ts'
import { childrenOf } from './processes.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 20_000

/** The built app as `npm start` runs it, with a database, a folder and ports of its own. */
export class AppUnderTest {
  readonly #dataDir: string
  readonly #env: NodeJS.ProcessEnv
  #running: RunningApp | null = null
  /** Of the runs before. */
  #log = ''
  #url = ''

  private constructor(dataDir: string, env: NodeJS.ProcessEnv) {
    this.#dataDir = dataDir
    this.#env = env
  }

  /** Starts one; `env` adds to its configuration. */
  static async start(env: Record<string, string>): Promise<AppUnderTest> {
    const dataDir = await mkdtemp(join(tmpdir(), 'app-'))
    // The runner colours its own output; the app's is read.
    const { FORCE_COLOR: _forced, NO_COLOR: _refused, ...inherited } = process.env
    const app = new AppUnderTest(dataDir, {
      ...inherited,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(await freePort('tcp')),
      LIVE_UDP_PORT: String(await freePort('udp')),
      DATA_DIR: dataDir,
      PASSWORD_HASH_KIB: '8',
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

  /** The address that the app printed, without a slash at its end. */
  get url(): string {
    return this.#url
  }

  /** Everything that the app has printed so far. */
  get log(): string {
    return this.#log + (this.#running?.log ?? '')
  }

  get pid(): number {
    if (!this.#running) throw new Error('the app is not running')
    return this.#running.pid
  }

  /** Process id of the live engine; `null` while there is none. */
  enginePid(): number | null {
    return childrenOf(this.pid).find(({ command }) => command.includes('media/main'))?.pid ?? null
  }

  /** Ends the live engine's process the hard way, as a crash in its native code does. */
  killEngine(): void {
    const pid = this.enginePid()
    if (pid === null) throw new Error('the engine is not running')
    process.kill(pid, 'SIGKILL')
  }

  /** Stops the app as Ctrl-C does and starts it again at the same address. */
  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** Ends the app the hard way, as a crash of the machine does, and starts it again at the same address. */
  async crash(): Promise<void> {
    const running = this.#running
    if (!running) throw new Error('the app is not running')
    running.signal('SIGKILL')
    await running.ended
    this.#log += running.log
    this.#running = null
    await this.start()
  }

  /** Stops it and removes everything it kept. */
  async remove(): Promise<void> {
    try {
      await this.stop()
    } finally {
      const place = await rootLocationOf(this.#dataDir)
      for (const folder of place ? [place, this.#dataDir] : [this.#dataDir])
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
    const inTime = await Promise.race([
      running.ended.then(() => true),
      deadline(STOP_TIMEOUT_MS).then(() => false),
    ])
    if (!inTime) running.signal('SIGKILL')
    await running.ended
    this.#log += running.log
    this.#running = null
    if (!inTime) this.#fail('the app did not stop')
  }

  #fail(reason: string): never {
    throw new Error(`${reason}; the last it printed:\n${this.log.split('\n').slice(-30).join('\n')}`)
  }
}

/** Resolves after a time limit, without keeping the process alive for it. */
function deadline(ms: number): Promise<unknown> {
  return once(AbortSignal.timeout(ms), 'abort')
}
