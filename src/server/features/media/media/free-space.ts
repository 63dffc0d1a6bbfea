import { Transform } from 'node:stream'
import { unavailable } from '#server/http/errors.ts'
import type { DiskSpace } from '#server/storage/disk-space.ts'

/** Seconds until there may be space again. */
const RETRY_SECONDS = 600

export const diskFull = () => unavailable('unavailable', 'uploads.diskFull', RETRY_SECONDS)

/** Throws 503 when there is no room for something new of so many bytes. */
export async function requireSpace(disk: DiskSpace, bytes: number): Promise<void> {
  if (!(await disk.hasRoomFor(bytes))) throw diskFull()
}

/**
 * Passes a body on while there is space for it, and fails with 503 when there is none: several uploads that each found
 * enough when they began do not find it together.
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
