import type { Readable } from 'node:stream'

/** Where the site keeps files of its members, by key: `thumbnails/3f1c….webp`. */
export type Storage = {
  /** Stores bytes whole or not at all; the ending of the key says their type (`typeOf`). */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Stores what the file at a path of this machine holds, whole or not at all. The caller deletes that file. */
  putFile(key: string, path: string): Promise<void>
  /** What is known of the file, or null where there is none. */
  stat(key: string): Promise<FileInfo | null>
  /** The file or a part of it, or null where there is none. Whoever takes it reads or destroys the stream. */
  open(key: string, range?: ByteRange): Promise<StoredFile | null>
  /** Deleting what is not there changes nothing. */
  delete(key: string): Promise<void>
}

type FileInfo = {
  /** Bytes of the whole file. */
  size: number
  /** Media type. */
  type: string
}

export type StoredFile = FileInfo & { stream: Readable }

/** Bytes from the first to the last, both included. */
export type ByteRange = { start: number; end: number }

/** Folders and a name of lower-case letters, digits, `-` and `_`, with one known ending: no key leads out of the store. */
const KEY = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.(?<ending>[a-z0-9]+)$/

/** Nothing that a browser would run as a page. */
const TYPES = new Map([
  ['webp', 'image/webp'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['weba', 'audio/webm'],
  ['mp3', 'audio/mpeg'],
  ['m4a', 'audio/mp4'],
  ['ogg', 'audio/ogg'],
  ['wav', 'audio/wav'],
  ['flac', 'audio/flac'],
  ['pdf', 'application/pdf'],
])

/** The media type of what is stored under a key; undefined when it is no key. */
export function typeOf(key: string): string | undefined {
  return TYPES.get(KEY.exec(key)?.groups?.['ending'] ?? '')
}
