import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

export type Outcome = { code: number | null; stdout: string; stderr: string }

/** The app in a process of its own, as its operator starts it, and what it has printed so far. */
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
    if (this.#child.pid === undefined) throw new Error('it was not started')
    return this.#child.pid
  }

  /** What it says to whoever started it. */
  get output(): string {
    return this.#printed.stdout
  }

  /** That, and what it complains of. */
  get log(): string {
    return this.#printed.all
  }

  /** The address it prints once it is up, without a slash at its end. Throws when it ends before. */
  async url(): Promise<string> {
    const found = this.#address()
    if (found) return found
    return new Promise((resolve, reject) => {
      const look = () => {
        const address = this.#address()
        if (address) resolve(address)
      }
      this.#child.stdout?.on('data', look)
      this.#child.once('close', () => reject(new Error(`it ended: ${JSON.stringify(this.#outcome())}`)))
    })
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  /** What Ctrl-C in a terminal does: every process of the group gets it. Only for one that has a group of its own. */
  signalGroup(name: NodeJS.Signals): void {
    process.kill(-this.pid, name)
  }

  #address(): string | undefined {
    return /^Creative Wave is at (\S+)$/m.exec(this.#printed.stdout)?.[1]
  }

  #outcome(): Outcome {
    const { stdout, stderr } = this.#printed
    return { code: this.#child.exitCode, stdout, stderr }
  }
}
