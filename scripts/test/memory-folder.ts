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
 * Returns the folder for the many small files of tests: in memory, if it has room. On ext4, creating a file is slow
 * after many were deleted.
 */
export function temporaryFolder(): string {
  return hasMemoryFolder() ? MEMORY_FOLDER : tmpdir()
}
