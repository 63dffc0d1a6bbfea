import { oneLine } from '#server/startup/startup-error.ts'
import { BadImage } from './bad-image.ts'
import { type FromImageProcess, imageJob } from './protocol.ts'
import { render } from './render.ts'

/*
 * A process of its own that decodes foreign pictures, one at a time: `image-worker.ts MEMORY_BYTES CPU_MS`. It ends
 * itself when a picture takes more than that, and when the IPC channel closes: the app is gone then.
 */

const [, , memoryBytes, cpuMs] = process.argv
const limits = { memoryBytes: Number(memoryBytes), cpuMs: Number(cpuMs) }
const WATCH_MS = 20

// They may be meant for every process of the app; it ends this one itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.on('disconnect', endNow)
process.on('message', (raw) => void answer(raw))
if (!process.connected || !limits.memoryBytes || !limits.cpuMs) {
  process.stderr.write('an image process is started by the app, not by hand\n')
  process.exit(1)
}
send({ type: 'ready' })

async function answer(raw: unknown): Promise<void> {
  const stopWatching = watch()
  try {
    send({ type: 'rendered', images: await render(imageJob.parse(raw)) })
  } catch (error) {
    if (error instanceof BadImage)
      send({ type: 'refused', problem: error.problem, message: oneLine(error.cause) })
    else send({ type: 'failed', message: oneLine(error) })
  } finally {
    stopWatching()
  }
}

/**
 * The decoder works in other threads, so that this one can look. The kernel's limit on memory is not enforced on every
 * system, and none counts a single picture's time.
 */
function watch(): () => void {
  const start = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(start)
    const isOver = (user + system) / 1000 > limits.cpuMs || process.memoryUsage.rss() > limits.memoryBytes
    if (isOver) endNow()
  }, WATCH_MS)
  return () => clearInterval(timer)
}

/** An orderly exit would wait for the decoder's threads. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL')
}

function send(message: FromImageProcess): void {
  process.send?.(message)
}
