import type { Readable } from 'node:stream'

/** Where the site keeps files of its members, by key: `thumbnails/3f1c….webp`. */
export type Storage = {
  /** Stores a file whole or not at all; the ending of its key says its type (`typeOf`). */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The file, or null where there is none. Whoever takes it reads or destroys the stream. */
  open(key: string): Promise<StoredFile | null>
  /** Deleting what is not there changes nothing. */
  delete(key: string): Promise<void>
}

export type StoredFile = {
  stream: Readable
  /** Bytes. */
  size: number
  /** Media type. */
  type: string
}

/** Folders and a name of lower-case letters, digits, `-` and `_`, with one known ending: no key leads out of the store. */
const KEY = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.(?<ending>[a-z0-9]+)$/

const TYPES = new Map([['webp', 'image/webp']])

/** The media type of what is stored under a key; undefined when it is no key. */
export function typeOf(key: string): string | undefined {
  return TYPES.get(KEY.exec(key)?.groups?.['ending'] ?? '')
}
