import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '#server/startup/startup-error.ts'

/**
 * Returns the bytes of the files in a folder, without its subfolders; 0 for a missing folder. `counts` chooses files by
 * their names.
 */
export async function folderSize(folder: string, counts = (_name: string) => true): Promise<number> {
  const names = (await unlessMissing(readdir(folder))) ?? []
  const sizes = await Promise.all(
    names.filter(counts).map((name) => unlessMissing(stat(path.join(folder, name)))),
  )
  return sizes.reduce((sum, info) => sum + (info?.size ?? 0), 0)
}

/**
 * A file or folder may have been removed meanwhile; a disk that cannot be read is an error, and does not count as
 * empty.
 */
async function unlessMissing<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
