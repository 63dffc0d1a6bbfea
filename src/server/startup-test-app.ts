import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { TestCheckout } from './startup-test-checkout.ts'

export type Outcome = { code: number | null; stdout: string; stderr: string }

/** The app as its operator starts it. */
export class TestApp {
  readonly ended: Promise<Outcome>
  readonly #child: ChildProcess
  #stdout = ''
  #stderr = ''

  /** @param command what is run in the checkout; in a process group of its own, like a terminal does */
  constructor(checkout: TestCheckout, env: NodeJS.ProcessEnv, command: string[] = []) {
    const [file = checkout.node, ...args] =
      command.length > 0 ? command : [checkout.node, 'scripts/start.mjs']
    this.#child = spawn(file, args, {
      ...checkout.runAs,
      cwd: checkout.path,
      env: { ...checkout.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()))
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()))
    this.ended = once(this.#child, 'close').then(() => this.#outcome())
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('it was not started')
    return this.#child.pid
  }

  get output(): string {
    return this.#stdout
  }

  /** The address it prints once it is up. */
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

  /** What Ctrl-C in a terminal does: every process of the group gets it. */
  signalGroup(name: NodeJS.Signals): void {
    process.kill(-this.pid, name)
  }

  #address(): string | undefined {
    return /^Creative Wave is at (\S+)$/m.exec(this.#stdout)?.[1]
  }

  #outcome(): Outcome {
    return { code: this.#child.exitCode, stdout: this.#stdout, stderr: this.#stderr }
  }
}

/** Command lines of every process that was started from the checkout, by whatever detours. Linux only. */
export async function survivors({ env }: TestCheckout): Promise<string[]> {
  const mark = `PATH=${env['PATH']}`
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      if (!environment.includes(mark)) return []
      return [await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')]
    }),
  )
  // Without a command line it has ended and waits for its parent to look.
  return found
    .flat()
    .filter((command) => command !== '')
    .map((command) => command.replaceAll(/[\0\s]+/g, ' ').slice(0, 150))
}

/** A UDP port that is free now. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}
