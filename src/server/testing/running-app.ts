import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

export type Outcome = { code: number | null; stdout: string; stderr: string }

/** The app as a child process with its output. */
export class RunningApp {
  readonly ended: Promise<Outcome>
  readonly #child: ChildProcess
  readonly #printed = { stdout: '', stderr: '', all: '' }

  constructor(
    [file, ...args]: [string, ...string[]],
    options: Pick<SpawnOptions, 'cwd' | 'detached' | 'env' | 'gid' | 'uid'>,
  ) {
    this.#child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const name of ['stdout', 'stderr'] as const) {
      this.#child[name]?.setEncoding('utf8').on('data', (text: string) => {
        this.#printed[name] += text
        this.#printed.all += text
      })
    }
    this.ended = once(this.#child, 'close').then(() => this.#outcome())
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the app was not started')
    return this.#child.pid
  }

  /** Everything printed to stdout so far. */
  get output(): string {
    return this.#printed.stdout
  }

  /** Everything printed to stdout and stderr so far. */
  get log(): string {
    return this.#printed.all
  }

  /** Resolves with the URL that the app prints once it is up, without a trailing slash. Rejects when it exits before. */
  async url(): Promise<string> {
    const found = this.#printedUrl()
    if (found) return found
    return new Promise((resolve, reject) => {
      const check = () => {
        const url = this.#printedUrl()
        if (url) resolve(url)
      }
      this.#child.stdout?.on('data', check)
      this.#child.once('close', () => reject(new Error(`the app exited: ${JSON.stringify(this.#outcome())}`)))
    })
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  /** Signals the whole process group, as Ctrl-C in a terminal does. The app must have its own group (`detached`). */
  signalGroup(name: NodeJS.Signals): void {
    process.kill(-this.pid, name)
  }

  #printedUrl(): string | undefined {
    return /^Creative Wave is at (\S+)$/m.exec(this.#printed.stdout)?.[1]
  }

  #outcome(): Outcome {
    const { stdout, stderr } = this.#printed
    return { code: this.#child.exitCode, stdout, stderr }
  }
}
