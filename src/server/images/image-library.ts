import type { Sharp, SharpOptions } from 'sharp'
import { unavailable } from '#server/http/errors.ts'
import { fairQueue } from '#server/fair-queue.ts'

/** Opens foreign bytes as an image; nothing is decoded before a result is asked for. */
export type OpenImage = (bytes: Uint8Array) => Sharp

/** What cannot be decoded, or would take too much memory or time. */
export class BadImage extends Error {
  override name = 'BadImage'
  readonly problem: 'notPicture' | 'tooManyPixels'

  constructor(problem: BadImage['problem'], cause: unknown) {
    super(`bad image: ${problem}`, { cause })
    this.problem = problem
  }
}

/** Whose image it is, for the order of jobs, and where its bytes come from: they are read when it is its turn. */
export type ForeignImage = { asker: string; read: () => Promise<Uint8Array> }

/**
 * Runs a job on a foreign image, which is JPEG, PNG, WebP, GIF or AVIF by its bytes. One job at a time in the whole
 * server, as decoding takes a core and much memory.
 * @throws {BadImage} whatever goes wrong in the job
 * @throws {HttpError} 503 where the image library does not run
 */
export async function withImage<T>(
  { asker, read }: ForeignImage,
  job: (bytes: Uint8Array, open: OpenImage) => Promise<T>,
): Promise<T> {
  const sharp = await library()
  const open: OpenImage = (bytes) => sharp(bytes, LIMITS).timeout({ seconds: TIMEOUT_SECONDS })
  return inTurn(asker, async () => {
    const bytes = await read()
    return job(bytes, open).catch((error: unknown) => {
      const isBomb = error instanceof Error && /pixel limit|timeout/.test(error.message)
      throw new BadImage(isBomb ? 'tooManyPixels' : 'notPicture', error)
    })
  })
}

const inTurn = fairQueue()

/** The largest phone cameras stay below; a picture of this size takes 200 MB while it is decoded. */
const LIMITS: SharpOptions = { limitInputPixels: 50_000_000, failOn: 'error' }
const TIMEOUT_SECONDS = 10

type Library = (bytes: Uint8Array, options: SharpOptions) => Sharp
let loading: Promise<Library> | undefined

/** Loaded with the first picture: the site also starts where the library's binary doesn't fit the machine. */
async function library(): Promise<Library> {
  try {
    return await (loading ??= load())
  } catch (error) {
    loading = undefined
    throw Object.assign(unavailable('unavailable', 'errors.picturesDown', 60), { cause: error })
  }
}

/** Only these decoders ever see foreign bytes. SVG is a program, and the rest is not for the web. */
async function load(): Promise<Library> {
  const { default: sharp } = await import('sharp')
  // No picture comes twice: what the library would remember is memory lost.
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
  })
  return sharp
}
