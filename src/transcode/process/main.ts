import { setPriority } from 'node:os'
import { silenceLog } from '../ffmpeg/log.ts'
import { problemOf } from '../ffmpeg/task-failure.ts'
import { type FromTranscoder, type TaskProblem, transcodeTask } from '../protocol.ts'
import { runTask } from '../run-task.ts'
import { progressThrottle } from './progress-throttle.ts'

/*
 * Entry point of the process that reads untrusted videos: `main.ts MEMORY_BYTES NICENESS CPU_MS`. It runs the task that
 * it is sent, one at a time, at a low priority, and sends its result. It kills itself when it uses more memory or
 * processor time (0: no limit), and when the IPC channel closes because the app has ended: FFmpeg decodes and encodes
 * in other threads, so that timers and messages are handled meanwhile.
 */

const CHECK_INTERVAL_MS = 100

const [memoryBytes = 0, niceness = 0, cpuMs = 0] = process.argv.slice(2).map(Number)

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
setInterval(checkLimits, CHECK_INTERVAL_MS).unref()

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

function checkLimits(): void {
  const { user, system } = process.cpuUsage()
  if (cpuMs > 0 && (user + system) / 1000 > cpuMs) fail('timeout', `more than ${cpuMs} ms of processor time`)
  else if (process.memoryUsage.rss() > memoryBytes) fail('outOfMemory', `more than ${memoryBytes} bytes`)
}

function fail(problem: TaskProblem, detail: string): void {
  send({ type: 'failed', problem, detail }, killSelf)
}

/** Not `process.exit`, which waits for the decoder's threads. */
function killSelf(): void {
  process.kill(process.pid, 'SIGKILL')
}

function send(message: FromTranscoder, onSent: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, onSent)
}
