import { spawn } from 'node:child_process'

const running = new Set()

/** A command that takes longer is killed. The slowest, the browser stories, takes about ten minutes on two cores. */
const TIMEOUT_MS = 40 * 60_000
/** How long to wait for output after the command has ended: a child that it left running keeps the pipe open. */
const DRAIN_MS = 2_000

/**
 * Runs a command in a separate process group, so that stopping it also stops its children. `live` prints the output
 * while the command runs. Never rejects: a command that cannot start has `ok: false`, one that a signal ended `wasKilled: true`.
 *
 * @param {string[]} command
 * @param {{ env: NodeJS.ProcessEnv, cwd?: string, live?: boolean, timeoutMs?: number }} options
 * @returns {Promise<{ ok: boolean, wasKilled: boolean, output: string }>}
 */
export function runCommand([file, ...args], { env, cwd, live = false, timeoutMs = TIMEOUT_MS }) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    const output = collect(child, live)
    const timeout = setTimeout(() => signalGroup(child, 'SIGKILL'), timeoutMs)
    const finish = (code, note, wasKilled) => {
      clearTimeout(timeout)
      running.delete(child)
      resolve({ ok: code === 0, wasKilled, output: output() + note })
    }
    child.on('error', (error) => finish(1, `${file}: ${error.message}\n`, false))
    child.on('exit', (code, signal) => {
      const note = signal ? `stopped by ${signal}\n` : ''
      const drained = setTimeout(() => finish(code, note, signal !== null), DRAIN_MS)
      child.on('close', () => {
        clearTimeout(drained)
        finish(code, note, signal !== null)
      })
    })
  })
}

function collect(child, live) {
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      chunks.push(chunk)
      if (live) process.stdout.write(chunk)
    })
  }
  return () => Buffer.concat(chunks).toString()
}

/** Stops every running command and its children; resolves when all commands have ended. */
export async function stopCommands() {
  const children = [...running]
  const ended = children.map((child) => new Promise((end) => child.on('exit', end)))
  for (const child of children) signalGroup(child, 'SIGINT')
  const force = setTimeout(() => children.forEach((child) => signalGroup(child, 'SIGKILL')), 10_000)
  await Promise.all(ended)
  clearTimeout(force)
  // A shell's background commands ignore SIGINT.
  for (const child of children) signalGroup(child, 'SIGTERM')
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
