import { writeFileSync } from 'node:fs'
import { oneLine } from '#server/startup/startup-error.ts'
import { BadImage } from './bad-image.ts'
import { type FromImageProcess, imageJob } from './protocol.ts'
import { render } from './render.ts'

/*
 * The child process that decodes untrusted images, one at a time: `image-worker.ts MEMORY_BYTES CPU_MS`. It kills
 * itself when an image exceeds these limits, and when the IPC channel closes because the app has ended.
 */

const [, , memoryBytes, cpuMs] = process.argv
const limits = { memoryBytes: Number(memoryBytes), cpuMs: Number(cpuMs) }
const CHECK_INTERVAL_MS = 20

// Ignored because they may be sent to the whole process group; the app kills this process itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.on('disconnect', killSelf)
process.on('message', (raw) => void handleJob(raw))
if (!process.connected || !limits.memoryBytes || !limits.cpuMs) {
  process.stderr.write('an image process is started by the app, not by hand\n')
  process.exit(1)
}
becomeFirstToKill()
send({ type: 'ready' })

async function handleJob(raw: unknown): Promise<void> {
  const stopChecking = enforceLimits()
  try {
    send({ type: 'rendered', rendered: await render(imageJob.parse(raw)) })
  } catch (error) {
    if (error instanceof BadImage)
      send({
        type: 'refused',
        problem: error.problem,
        ...(error.cause !== undefined && { reason: oneLine(error.cause) }),
      })
    else send({ type: 'failed', message: oneLine(error) })
  } finally {
    stopChecking()
  }
}

/** When the machine runs out of memory, the kernel kills this process before others. */
function becomeFirstToKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has this file, and some containers forbid it.
  }
}

/**
 * Checks memory and processor time at intervals, while the decoder runs in other threads. The app checks the memory
 * too, but later when it is busy, and not on every system. Returns the function that stops it.
 */
function enforceLimits(): () => void {
  const start = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(start)
    const isOver = (user + system) / 1000 > limits.cpuMs || process.memoryUsage.rss() > limits.memoryBytes
    if (isOver) killSelf()
  }, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}

/** Not `process.exit`, which waits for the decoder's threads. */
function killSelf(): void {
  process.kill(process.pid, 'SIGKILL')
}

function send(message: FromImageProcess): void {
  process.send?.(message)
}
