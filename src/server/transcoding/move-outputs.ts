import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type TaskResult, outputFiles, partialFolder } from '#transcode/protocol.ts'
import { TranscodeError } from './transcode-error.ts'

/**
 * Moves the outputs of a task from its `partialFolder` into place. When it rejects, none of them is there.
 * @throws {TranscodeError} `ioError`
 */
export async function moveOutputs(task: { folder: string; name: string }, result: TaskResult): Promise<void> {
  const files = outputFiles(result)
  try {
    for (const file of files) await rename(path.join(partialFolder(task), file), path.join(task.folder, file))
  } catch (error) {
    for (const file of files) await rm(path.join(task.folder, file), { force: true })
    throw new TranscodeError('ioError', String(error))
  }
}
