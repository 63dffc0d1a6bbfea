import { lstat, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type TaskResult, type WritingTask, outputFiles, partialFolder } from '#transcode/protocol.ts'
import { TranscodeError } from './transcode-error.ts'

/** The names of a task's outputs are its own name with one of these endings. */
const ENDINGS: Record<WritingTask['type'], readonly string[]> = {
  remux: ['.mp4', '.webm', '.m4a', '.weba'],
  rendition: ['.mp4', '.m3u8'],
  mp4: ['.mp4'],
  frames: ['-poster.jpg', '-preview.jpg'],
}

/**
 * Moves the outputs of a task from its `partialFolder` into place. When it rejects, none of them is there. The process that
 * wrote them has read an untrusted file: only regular files with names of this task are moved.
 * @throws {TranscodeError} `crashed` for other files, `ioError`
 */
export async function moveOutputs(task: WritingTask, result: TaskResult): Promise<void> {
  const files = outputFiles(result)
  const names = ENDINGS[task.type].map((ending) => task.name + ending)
  const moved: string[] = []
  try {
    for (const file of files) {
      const written = path.join(partialFolder(task), file)
      if (!names.includes(file) || !(await lstat(written)).isFile())
        throw new TranscodeError('crashed', `${file} is no output of ${task.type}`)
      await rename(written, path.join(task.folder, file))
      moved.push(file)
    }
  } catch (error) {
    for (const file of moved) await rm(path.join(task.folder, file), { force: true })
    throw error instanceof TranscodeError ? error : new TranscodeError('ioError', String(error))
  }
}
