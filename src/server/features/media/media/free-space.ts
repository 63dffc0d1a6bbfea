import { Transform } from 'node:stream'
import { unavailable } from '#server/http/errors.ts'
import type { DiskSpace } from '#server/storage/disk-space.ts'

/** Seconds until there may be space again. */
const RETRY_SECONDS = 600

export const diskFull = () => unavailable('unavailable', 'uploads.diskFull', RETRY_SECONDS)

/** Throws 503 when the disk has no room for a new file of this size. */
export async function requireSpace(disk: DiskSpace, bytes: number): Promise<void> {
  if (!(await disk.hasRoomFor(bytes))) throw diskFull()
}

/**
 * Returns a stream that passes a body on and fails with 503 when the disk is full. Checks each chunk, because concurrent
 * uploads may together exceed the space that each found at its beginning.
 */
export function createSpaceLimiter(disk: DiskSpace): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      disk.mayWrite(chunk.length).then(
        (isAllowed) => (isAllowed ? done(null, chunk) : done(diskFull())),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })
}
