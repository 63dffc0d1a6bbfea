import { mkdir, rm, stat } from 'node:fs/promises'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import { partialFolder } from '../protocol.ts'

/**
 * Lets `write` create the outputs of a task in its `partialFolder`, from which the app takes them. When it fails, nothing is
 * left.
 */
export async function writeOutputs<T>(
  task: { folder: string; name: string },
  write: (folder: string) => Promise<T>,
): Promise<T> {
  const partial = partialFolder(task)
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial)
  try {
    return await write(partial)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

/** Returns the size of a file. FFmpeg does not report every failed write, so it must have the expected size at least. */
export async function sizeOf(file: string, atLeast = 1): Promise<number> {
  const { size } = await stat(file)
  if (size < atLeast) throw new TaskFailure('outOfSpace', `only ${size} bytes of ${atLeast} were written`)
  return size
}
