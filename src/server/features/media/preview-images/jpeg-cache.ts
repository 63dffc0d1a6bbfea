import { LRUCache } from 'lru-cache'
import type { ImagePool } from '#server/images/image-pool.ts'
import { BadImage } from '#server/images/bad-image.ts'
import { unavailable } from '#server/http/errors.ts'
import type { PreviewImage } from '#server/http/pages/preview-image.ts'
import type { Storage } from '#server/storage/storage.ts'

type Dependencies = { images: ImagePool; storage: Storage }

/** Makes the JPEGs of link previews. Caches recent ones in memory, so that no files have to be deleted. */
export class JpegCache {
  readonly #dependencies: Dependencies
  readonly #recent = new LRUCache<string, Jpeg>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => OVERHEAD_BYTES + (bytes?.length ?? 0),
  })
  readonly #running = new Map<string, Promise<Jpeg>>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Returns the JPEG of a stored picture; null if the picture cannot be decoded. Throws 503 when too many others wait,
   * or pictures cannot be decoded now.
   */
  async get(image: PreviewImage): Promise<Buffer | null> {
    const jpeg = this.#recent.get(image.url) ?? (await (this.#running.get(image.url) ?? this.#start(image)))
    return jpeg.bytes
  }

  #start(image: PreviewImage): Promise<Jpeg> {
    if (this.#running.size >= MAX_WAITING) throw busy()
    const running = render(this.#dependencies, image)
    this.#running.set(image.url, running)
    const remove = () => void this.#running.delete(image.url)
    running.then((jpeg) => {
      remove()
      this.#recent.set(image.url, jpeg, jpeg.bytes ? {} : { ttl: UNREADABLE_MS })
    }, remove)
    return running
  }
}

/** `bytes` are null for a picture that cannot be decoded: another attempt would cost the same. */
type Jpeg = { bytes: Buffer | null }

const MAX_BYTES = 32 * 1024 ** 2
/** Estimated memory of a cache entry without its image. */
const OVERHEAD_BYTES = 500
/** Expires, because the machine may only have had too little memory for the picture. */
const UNREADABLE_MS = 60 * 60 * 1000
/** Images being rendered or waiting for it; each takes a fraction of a second. */
const MAX_WAITING = 100
/** The key in the fair queue. All previews share it, so that they delay uploads no more than one user does. */
const REQUESTER = 'link previews'

const busy = () => unavailable('unavailable', 'errors.imagesUnavailable', 60)

async function render({ images, storage }: Dependencies, image: PreviewImage): Promise<Jpeg> {
  const { key, width, height } = image
  // The size that the page declares, which may differ from that of the file.
  const rendition = { width, height, fit: 'cover', background: '#fff', format: 'jpeg' } as const
  try {
    const [{ bytes }] = await storage.withLocalFile(key, (path) =>
      images.render(REQUESTER, { source: { path }, renditions: [rendition] }),
    )
    return { bytes }
  } catch (error) {
    if (error instanceof BadImage) return { bytes: null }
    throw error
  }
}
