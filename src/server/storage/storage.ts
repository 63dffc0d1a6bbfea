import type { Readable } from 'node:stream'

/** Stores the users' files by key, such as `thumbnails/3f1c….webp`. */
export type Storage = {
  /** Stores bytes atomically. The key's extension determines their media type (`typeOf`). Throws for an invalid key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Stores the content of a local file atomically. The caller deletes that file. Throws for an invalid key. */
  putFile(key: string, path: string): Promise<void>
  /** Returns size and type of a file, or null if there is none. */
  stat(key: string): Promise<FileInfo | null>
  /** Opens a file or a part of it; returns null if there is none. The caller reads or destroys the stream. */
  open(key: string, range?: ByteRange): Promise<Readable | null>
  /**
   * Lets `use` read a file under a local path, which is valid until `use` has settled: a store on another machine
   * downloads it. Rejects if there is no such file.
   */
  withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result>
  /** Deletes a file; does nothing if there is none. */
  delete(key: string): Promise<void>
  /** Lists all files, in no order. One that is stored or deleted meanwhile may be missing, or still be listed. */
  list(): AsyncIterable<ListedFile>
}

/** A stored file with its size in bytes, and the time of its last byte. */
export type ListedFile = { key: string; size: number; storedAt: Date }

export type FileInfo = {
  /** Size of the whole file in bytes. */
  size: number
  /** Media type. */
  type: string
}

/** Offsets of the first and the last byte, both inclusive. */
export type ByteRange = { start: number; end: number }

/** Folders and a name of lower-case letters, digits, `-` and `_`, with one extension: no key is outside of the storage. */
const KEY = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.(?<extension>[a-z0-9]+)$/

/** Only types that a browser does not run as a page. */
const TYPE_BY_EXTENSION = new Map([
  ['webp', 'image/webp'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['mov', 'video/quicktime'],
  ['mkv', 'video/x-matroska'],
  ['avi', 'video/x-msvideo'],
  ['m3u8', 'application/vnd.apple.mpegurl'],
  ['vtt', 'text/vtt'],
  ['weba', 'audio/webm'],
  ['mp3', 'audio/mpeg'],
  ['m4a', 'audio/mp4'],
  ['ogg', 'audio/ogg'],
  ['wav', 'audio/wav'],
  ['flac', 'audio/flac'],
  ['pdf', 'application/pdf'],
])

/** Returns the media type of the file under a key; undefined when the key is invalid. */
export function mediaTypeOf(key: string): string | undefined {
  return TYPE_BY_EXTENSION.get(KEY.exec(key)?.groups?.['extension'] ?? '')
}
