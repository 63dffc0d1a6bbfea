import { type ChildProcess, fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type AssembledRecording, UNFINISHED_FILE, assemblerMessage } from '#media/process/protocol.ts'
import { timeLimit } from '#server/concurrency/time-limit.ts'
import { childModule } from '#server/startup/child-modules.ts'
import type { DiskSpace } from '#server/storage/disk-space.ts'
import { folderSize } from '#server/storage/folder-size.ts'
import { watchWriting } from '#server/storage/watch-writing.ts'
import { childEnvironment } from './child-environment.ts'
import type { EngineLog } from './engine-process.ts'

/** The parts cannot be made into a file, also not by another attempt. */
export class UnreadableRecording extends Error {
  override name = 'UnreadableRecording'
}

/**
 * Assembles the parts in a folder into one file, in a process with the lowest priority. Resolves with null when they
 * hold nothing to watch. Rejects when that fails, when the disk has no room for a file as large as the parts or becomes
 * full meanwhile, or when `stop` aborts it; it can be repeated.
 * @throws {UnreadableRecording} when it would fail again; {DiskFull}
 */
export async function assembleRecording(
  folder: string,
  { disk, log, stop }: { disk: DiskSpace; log: EngineLog; stop: AbortSignal },
): Promise<AssembledRecording | null> {
  const removeUnfinished = () => rm(path.join(folder, UNFINISHED_FILE), { force: true })
  // The unfinished file of a killed app uses the disk space that this attempt needs.
  await removeUnfinished()
  const reservation = await disk.reserve(await folderSize(folder, isPart))
  const measure = () => folderSize(folder, (name) => name === UNFINISHED_FILE)
  const { signal, end } = timeLimit(MAX_ASSEMBLY_MS, stop)
  try {
    return await runAssembler(folder, { log, signal }, (onProblem) =>
      watchWriting({ disk, reservation, measure }, onProblem),
    )
  } finally {
    end()
    await removeUnfinished()
    reservation.release()
  }
}

/** Only a process that hangs takes longer: hours of video take minutes. */
const MAX_ASSEMBLY_MS = 3 * 60 * 60 * 1000

/** An earlier attempt may have left the finished file, which is replaced. */
const isPart = (name: string) => /^\d+-/.test(name)

async function runAssembler(
  folder: string,
  { log, signal }: { log: EngineLog; signal: AbortSignal },
  watch: (onProblem: (error: unknown) => void) => () => void,
): Promise<AssembledRecording | null> {
  const { entry, execArgv } = childModule('assembler')
  const child = fork(entry, [folder], {
    execArgv,
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  })
  const exited = exitOf(child)
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => log.warn(line))
  let stopWatching = () => {}
  try {
    return await new Promise((resolve, reject) => {
      stopWatching = watch(reject)
      child.on('message', (raw) => readOutcome(raw, resolve, reject))
      child.once('error', reject)
      // Has no effect after the process sent its message.
      void exited.then((reason) => reject(new Error(`the assembly ended early (${reason})`)))
    })
  } finally {
    stopWatching()
    child.kill('SIGKILL')
    await exited
  }
}

/** Resolves when the process has ended, and writes no more. */
function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('close', (code, endedBy) => resolve(String(endedBy ?? code)))
    // A process that could not be started emits no 'close'.
    child.once('error', ({ message }) => child.pid === undefined && resolve(message))
  })
}

function readOutcome(
  raw: unknown,
  resolve: (assembled: AssembledRecording | null) => void,
  reject: (error: Error) => void,
): void {
  const message = assemblerMessage.safeParse(raw)
  if (!message.success) return reject(new Error('the assembler sent an invalid message'))
  const { data } = message
  if (data.type === 'failed')
    return reject(data.isTemporary ? new Error(data.message) : new UnreadableRecording(data.message))
  return resolve(data.type === 'empty' ? null : data)
}
