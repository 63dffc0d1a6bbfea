import { stat, statfs } from 'node:fs/promises'

/** Folders on the same `device` share its free bytes. */
type FileSystem = { device: number; freeBytes: number }

/** Describes the file system of a folder. */
export type ReadFileSystem = (folder: string) => Promise<FileSystem>

export async function readFileSystem(folder: string): Promise<FileSystem> {
  const [{ dev }, { bavail, bsize }] = await Promise.all([stat(folder), statfs(folder)])
  return { device: dev, freeBytes: bavail * bsize }
}
