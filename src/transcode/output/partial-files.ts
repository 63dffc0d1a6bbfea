import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import { partialFolder } from '../protocol.ts'

/**
 * Lets `write` create files in a folder of unfinished outputs, then moves those that it returns, in this order, to their
 * place. When it fails, nothing is left.
 */
export async function writeFiles<T extends { files: readonly string[] }>(
  task: { folder: string; name: string },
  write: (folder: string) => Promise<T>,
): Promise<T> {
  const partial = partialFolder(task)
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial)
  try {
    const written = await write(partial)
    for (const file of written.files) await rename(path.join(partial, file), path.join(task.folder, file))
    return written
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** Returns the size of a file. FFmpeg does not report every failed write, so it must have the expected size at least. */
export async function sizeOf(file: string, atLeast = 1): Promise<number> {
  const { size } = await stat(file)
  if (size < atLeast) throw new TaskFailure('outOfSpace', `only ${size} bytes of ${atLeast} were written`)
  return size
}
