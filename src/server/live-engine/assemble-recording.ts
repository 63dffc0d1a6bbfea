import { fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type AssembledRecording, assemblerMessage } from '#media/process/protocol.ts'
import { timeLimit } from '#server/concurrency/time-limit.ts'
import { childModule } from '#server/startup/child-modules.ts'
import { childEnvironment } from './child-environment.ts'
import type { EngineLog } from './engine-process.ts'

/** The parts cannot be made into a file, also not by another attempt. */
export class UnreadableRecording extends Error {
  override name = 'UnreadableRecording'
}

/**
 * Assembles the parts in a folder into one file, in a process with the lowest priority. Resolves with null when they
 * hold nothing to watch. Rejects when that fails, when the disk would have fewer than `keepFreeBytes` left, or when
 * `stop` aborts it; it can be repeated.
 * @throws {UnreadableRecording} when it would fail again
 */
export function assembleRecording(
  folder: string,
  { log, stop, keepFreeBytes }: { log: EngineLog; stop: AbortSignal; keepFreeBytes: number },
): Promise<AssembledRecording | null> {
  const { signal, end } = timeLimit(MAX_ASSEMBLY_MS, stop)
  return new Promise<AssembledRecording | null>((resolve, reject) => {
    const { entry, execArgv } = childModule('assembler')
    const child = fork(entry, [folder, String(keepFreeBytes)], {
      execArgv,
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      signal,
      killSignal: 'SIGKILL',
    })
    if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => log.warn(line))
    child.on('message', (raw) => {
      const message = assemblerMessage.safeParse(raw)
      if (!message.success) return reject(new Error('the assembler sent an invalid message'))
      const { data } = message
      if (data.type === 'failed')
        return reject(data.isTemporary ? new Error(data.message) : new UnreadableRecording(data.message))
      return resolve(data.type === 'empty' ? null : data)
    })
    child.once('error', reject)
    // Has no effect after the process sent its message.
    child.once('exit', (code, endedBy) => reject(new Error(`the assembly ended early (${endedBy ?? code})`)))
  }).finally(end)
}

/** Only a process that hangs takes longer: hours of video take minutes. */
const MAX_ASSEMBLY_MS = 3 * 60 * 60 * 1000
