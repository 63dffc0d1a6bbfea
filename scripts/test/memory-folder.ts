import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** A file system in memory. Only Linux has one, and a container may have none, or a small one. */
const MEMORY_FOLDER = '/dev/shm'
/** Several times what a run needs at the same time. */
const MIN_BYTES = 2 * 1024 ** 3

/** Whether the machine has a file system in memory with room for what tests write. */
export function hasMemoryFolder(): boolean {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= MIN_BYTES
  } catch {
    return false
  }
}

/**
 * Where tests put many small files: into memory, if it has room. ext4 creates a file the slower, the more were deleted in
 * the seconds before.
 */
export function temporaryFolder(): string {
  return hasMemoryFolder() ? MEMORY_FOLDER : tmpdir()
}
