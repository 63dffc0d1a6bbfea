import { fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type AssembledRecording, assemblerMessage } from '#media/process/protocol.ts'
import { childEnvironment } from './child-environment.ts'
import type { EngineLog } from './engine-process.ts'

/** From dist/ the bundle that was built, from src/ (development, tests) the sources themselves. */
const IS_BUILT = !import.meta.url.endsWith('.ts')
const ENTRY = new URL(
  IS_BUILT ? '../media/assembler.js' : '../../media/process/assembler.ts',
  import.meta.url,
)

/**
 * Has the parts in a folder made one file, by a process of its own that yields to all others; null where they hold
 * nothing to watch. Rejects when that cannot be done, would leave fewer than `keepFreeBytes` on the disk, or when `stop`
 * came first; it can be tried again.
 */
export function assembleRecording(
  folder: string,
  { log, stop, keepFreeBytes }: { log: EngineLog; stop: AbortSignal; keepFreeBytes: number },
): Promise<AssembledRecording | null> {
  return new Promise((resolve, reject) => {
    const child = fork(ENTRY, [folder, String(keepFreeBytes)], {
      execArgv: IS_BUILT ? [] : ['--import', 'tsx'],
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      signal: stop,
      killSignal: 'SIGKILL',
    })
    if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => log.warn(line))
    child.on('message', (raw) => {
      const message = assemblerMessage.safeParse(raw)
      if (!message.success) return reject(new Error('the assembly answered nonsense'))
      const { data } = message
      if (data.type === 'failed') return reject(new Error(data.message))
      return resolve(data.type === 'empty' ? null : data)
    })
    child.once('error', reject)
    // After its message this changes nothing any more.
    child.once('exit', (code, signal) => reject(new Error(`the assembly ended early (${signal ?? code})`)))
  })
}
