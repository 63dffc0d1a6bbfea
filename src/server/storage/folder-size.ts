import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Returns the bytes of the files in a folder, without its subfolders; 0 for a missing folder. */
export async function folderSize(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => null)))
  return sizes.reduce((sum, info) => sum + (info?.size ?? 0), 0)
}
