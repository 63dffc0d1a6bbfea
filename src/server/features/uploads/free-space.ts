import { statfs } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { unavailable } from '#server/http/errors.ts'

type Space = { folder: string; minFreeBytes: number }

/** Seconds until there may be space again. */
const RETRY_SECONDS = 600

/** Throws 503 when the disk of a folder has less than the minimum left after so many more bytes. */
export async function requireSpace({ folder, minFreeBytes }: Space, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - bytes < minFreeBytes)
    throw unavailable('unavailable', 'uploads.diskFull', RETRY_SECONDS)
}

/** How many bytes of a part are received without another look at the disk. */
const CHECK_BYTES = 16 * 1024 ** 2

/**
 * Passes a body on while there is space for it, and fails with 503 when there is none: several uploads that each found
 * enough when they began do not find it together.
 */
export function whileSpace(space: Space): Transform {
  let unchecked = CHECK_BYTES
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unchecked += chunk.length
      if (unchecked < CHECK_BYTES) return done(null, chunk)
      unchecked = 0
      requireSpace(space, 0).then(
        () => done(null, chunk),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })
}
