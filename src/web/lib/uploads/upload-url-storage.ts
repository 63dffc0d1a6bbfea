import type { PreviousUpload, UrlStorage } from 'tus-js-client'
import * as z from 'zod/mini'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

/** Where this browser began to send which file, so that it can go on after a reload; at most for a day. */
export const uploadUrlStorage: UrlStorage = {
  findAllUploads: async () => read(),
  findUploadsByFingerprint: async (fingerprint) =>
    read().filter(({ urlStorageKey }) => urlStorageKey === fingerprint),
  async removeUpload(key) {
    write(read().filter(({ urlStorageKey }) => urlStorageKey !== key))
  },
  async addUpload(fingerprint, { size, uploadUrl, creationTime }) {
    const others = read().filter(({ urlStorageKey }) => urlStorageKey !== fingerprint)
    write([...others, { size, uploadUrl, creationTime, urlStorageKey: fingerprint }])
    return fingerprint
  },
}

const STORED_AS = 'uploads'
/** So long the server keeps what was begun. */
const DAY_MS = 24 * 60 * 60_000

const begun = z.object({
  size: z.nullable(z.number()),
  uploadUrl: z.nullable(z.string()),
  creationTime: z.string(),
  urlStorageKey: z.string(),
})
type Begun = z.output<typeof begun>

function read(): PreviousUpload[] {
  const entries = z.array(begun).safeParse(parseJson(readStorage(STORED_AS) ?? '[]')).data ?? []
  return entries
    .filter(({ creationTime }) => Date.parse(creationTime) > Date.now() - DAY_MS)
    .map((each) => ({ ...each, metadata: {}, parallelUploadUrls: null }))
}

function write(entries: readonly Begun[]): void {
  const kept = entries.map(({ size, uploadUrl, creationTime, urlStorageKey }) => ({
    size,
    uploadUrl,
    creationTime,
    urlStorageKey,
  }))
  writeStorage(STORED_AS, kept.length > 0 ? JSON.stringify(kept) : null)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
