import { setPriority } from 'node:os'
import { silenceLog } from '../ffmpeg/log.ts'
import { problemOf } from '../ffmpeg/task-failure.ts'
import { type FromTranscoder, transcodeTask } from '../protocol.ts'
import { runTask } from '../run-task.ts'
import { progressThrottle } from './progress-throttle.ts'

/*
 * Entry point of the process that reads untrusted videos: `main.ts MEMORY_BYTES NICENESS`. It runs the task that it is sent, one at
 * a time, at a low priority, and sends its result. It kills itself when it uses more memory, and when the IPC channel
 * closes because the app has ended: FFmpeg works in other threads, so that timers and messages are handled meanwhile.
 */

const MEMORY_CHECK_MS = 100

const [memoryBytes = 0, niceness = 0] = process.argv.slice(2).map(Number)

// Ignored because they may be sent to the whole process group; the app kills this process itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.on('disconnect', killSelf)
process.on('message', (raw) => void handleTask(raw))
if (!process.connected || !memoryBytes) {
  process.stderr.write('a transcoder is started by the app, not by hand\n')
  process.exit(1)
}
lowerPriority()
silenceLog()
setInterval(checkMemory, MEMORY_CHECK_MS).unref()

async function handleTask(raw: unknown): Promise<void> {
  try {
    const result = await runTask(
      transcodeTask.parse(raw),
      progressThrottle((second) => send({ type: 'progress', second })),
    )
    send({ type: 'done', result })
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    send({ type: 'failed', problem: problemOf(error), detail: detail.slice(0, 500) })
  }
}

function lowerPriority(): void {
  try {
    setPriority(niceness)
  } catch {
    // Some systems do not allow it; the videos are converted all the same.
  }
}

function checkMemory(): void {
  if (process.memoryUsage.rss() <= memoryBytes) return
  send({ type: 'failed', problem: 'outOfMemory', detail: `more than ${memoryBytes} bytes` }, killSelf)
}

/** Not `process.exit`, which waits for the decoder's threads. */
function killSelf(): void {
  process.kill(process.pid, 'SIGKILL')
}

function send(message: FromTranscoder, onSent: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, onSent)
}
