import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { watchMemory } from './resident-memory.ts'

const MEGABYTE = 1024 ** 2

/** Starts a process that writes to this much memory and then computes, so that it cannot check itself. */
function startBusyProcess(megabytes: number) {
  const script = `const bytes = Buffer.alloc(${megabytes * MEGABYTE}, 1); process.stdout.write('full'); for (;;) bytes[0] ^= 1`
  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test.runIf(process.platform === 'linux')(
  'a process that uses more memory than it may is noticed without its help, and one that only reserves it is not',
  async () => {
    const [large, small] = [startBusyProcess(300), startBusyProcess(1)]
    await Promise.all([once(large.stdout, 'data'), once(small.stdout, 'data')])
    let isSmallExceeded = false
    const stopSmall = watchMemory(small.pid, 250 * MEGABYTE, () => (isSmallExceeded = true))
    onTestFinished(stopSmall)
    await new Promise<void>((resolve) => {
      const stop = watchMemory(large.pid, 250 * MEGABYTE, () => {
        stop()
        resolve()
      })
    })
    expect(isSmallExceeded).toBe(false)
  },
)
