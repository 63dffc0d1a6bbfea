import { spawn } from 'node:child_process'

const running = new Set()

/**
 * Runs a command in a process group of its own, so that stopping it stops what it started too.
 * `live` passes the output on as it comes; either way it is returned.
 *
 * @param {string[]} command
 * @param {{ env: NodeJS.ProcessEnv, cwd?: string, live?: boolean }} options
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runCommand([file, ...args], { env, cwd, live = false }) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        chunks.push(chunk)
        if (live) process.stdout.write(chunk)
      })
    }
    const finish = (ok, note = '') => {
      running.delete(child)
      resolve({ ok, output: Buffer.concat(chunks).toString() + note })
    }
    child.on('error', (error) => finish(false, `${file}: ${error.message}\n`))
    child.on('close', (code, signal) => finish(code === 0, signal ? `stopped by ${signal}\n` : ''))
  })
}

/** Stops every running command with everything it started; resolves when all have ended. */
export async function stopCommands() {
  const children = [...running]
  const ended = children.map((child) => new Promise((end) => child.on('close', end)))
  for (const child of children) signalGroup(child, 'SIGINT')
  const force = setTimeout(() => children.forEach((child) => signalGroup(child, 'SIGKILL')), 10_000)
  await Promise.all(ended)
  clearTimeout(force)
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It ended in the meantime.
  }
}
