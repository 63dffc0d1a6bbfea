import type { ReadFreeBytes } from '../free-bytes.ts'

/** Free bytes by folder, which a test changes. */
export function fakeDisks<Folder extends string>(
  freeBytes: Record<Folder, number>,
): { read: ReadFreeBytes; freeBytes: typeof freeBytes } {
  const read: ReadFreeBytes = async (folder) => {
    const found = Object.entries<number>(freeBytes).find(([name]) => name === folder)
    if (!found) throw new Error(`no disk has the folder ${folder}`)
    return found[1]
  }
  return { read, freeBytes }
}
