import type { ReadFileSystem } from '../file-system.ts'

/** Disks by their folder, whose free bytes a test changes. */
export function fakeFileSystems<Folder extends string>(
  systems: Record<Folder, { device: number; freeBytes: number }>,
): { read: ReadFileSystem; systems: typeof systems } {
  const byFolder = new Map<string, { device: number; freeBytes: number }>(Object.entries(systems))
  const read: ReadFileSystem = async (folder) => {
    const found = byFolder.get(folder)
    if (!found) throw new Error(`no disk has the folder ${folder}`)
    return found
  }
  return { read, systems }
}
