import { LRUCache } from 'lru-cache'
import type { ImagePool } from '#server/images/image-pool.ts'
import { BadImage } from '#server/images/bad-image.ts'
import { unavailable } from '#server/http/errors.ts'
import type { PreviewImage } from '#server/http/pages/preview-image.ts'
import type { Storage } from '#server/storage/storage.ts'

type Dependencies = { images: ImagePool; storage: Storage }

/** Makes the JPEGs of link previews, and keeps the recent ones in memory: nothing of them has to be deleted. */
export class JpegCache {
  readonly #dependencies: Dependencies
  readonly #recent = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length,
  })
  readonly #running = new Map<string, Promise<Buffer>>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Returns the JPEG of a stored picture. Throws 503 when too many others wait, or pictures cannot be decoded now. */
  async get(image: PreviewImage): Promise<Buffer> {
    return this.#recent.get(image.url) ?? this.#running.get(image.url) ?? this.#start(image)
  }

  #start(image: PreviewImage): Promise<Buffer> {
    if (this.#running.size >= MAX_WAITING) throw busy()
    const running = render(this.#dependencies, image)
    this.#running.set(image.url, running)
    const remove = () => void this.#running.delete(image.url)
    running.then((bytes) => {
      remove()
      this.#recent.set(image.url, bytes)
    }, remove)
    return running
  }
}

const MAX_BYTES = 32 * 1024 ** 2
/** Each takes a fraction of a second. */
const MAX_WAITING = 100
/** They wait for each other as the pictures of one user do, so that they delay no upload. */
const REQUESTER = 'link previews'

const busy = () => unavailable('unavailable', 'errors.picturesDown', 60)

async function render({ images, storage }: Dependencies, image: PreviewImage): Promise<Buffer> {
  const { key, width, height } = image
  // The size that the page has declared, whatever the size of the file is.
  const rendition = { width, height, fit: 'cover', background: '#fff', format: 'jpeg' } as const
  try {
    const [{ bytes }] = await storage.withLocalFile(key, (path) =>
      images.render(REQUESTER, { source: { path }, renditions: [rendition] }),
    )
    return bytes
  } catch (error) {
    throw error instanceof BadImage ? Object.assign(busy(), { cause: error }) : error
  }
}
