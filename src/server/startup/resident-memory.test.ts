import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchMemory } from './resident-memory.ts'

const MEGABYTE = 1024 ** 2

/** Starts a process that allocates memory and then computes, so that it cannot check itself. */
function startBusyProcess(allocation: string) {
  const script = `const bytes = ${allocation}; process.stdout.write('ready'); for (;;) bytes[0] ^= 1`
  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test.runIf(process.platform === 'linux')(
  'a process that uses more memory than it may is noticed without its help, and one that only reserves it is not',
  async () => {
    const size = 300 * MEGABYTE
    const [using, reserving] = [
      startBusyProcess(`Buffer.alloc(${size}, 1)`),
      startBusyProcess(`Buffer.allocUnsafe(${size})`),
    ]
    await Promise.all([once(using.stdout, 'data'), once(reserving.stdout, 'data')])
    const onReserved = vi.fn()
    onTestFinished(watchMemory(reserving.pid, 250 * MEGABYTE, onReserved))
    await new Promise<void>((resolve) => {
      onTestFinished(watchMemory(using.pid, 250 * MEGABYTE, resolve))
    })
    expect(onReserved).not.toHaveBeenCalled()
  },
)
