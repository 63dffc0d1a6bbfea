import { statfs } from 'node:fs/promises'

/** Returns the free bytes of the disk of a folder. */
export type ReadFreeBytes = (folder: string) => Promise<number>

export const readFreeBytes: ReadFreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
