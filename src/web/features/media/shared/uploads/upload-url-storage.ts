import type { PreviousUpload, UrlStorage } from 'tus-js-client'
import * as z from 'zod/mini'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

/** Stores the URLs of unfinished uploads in the browser, so that they resume after a reload, within a day. */
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

const STORAGE_KEY = 'uploads'
/** The server deletes unfinished uploads after this time. */
const MAX_AGE_MS = 24 * 60 * 60_000

const storedUpload = z.object({
  size: z.nullable(z.number()),
  uploadUrl: z.nullable(z.string()),
  creationTime: z.string(),
  urlStorageKey: z.string(),
})
type StoredUpload = z.output<typeof storedUpload>

function read(): PreviousUpload[] {
  const entries = z.array(storedUpload).safeParse(parseJson(readStorage(STORAGE_KEY) ?? '[]')).data ?? []
  return entries
    .filter(({ creationTime }) => Date.parse(creationTime) > Date.now() - MAX_AGE_MS)
    .map((each) => ({ ...each, metadata: {}, parallelUploadUrls: null }))
}

function write(entries: readonly StoredUpload[]): void {
  const records = entries.map(({ size, uploadUrl, creationTime, urlStorageKey }) => ({
    size,
    uploadUrl,
    creationTime,
    urlStorageKey,
  }))
  writeStorage(STORAGE_KEY, records.length > 0 ? JSON.stringify(records) : null)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
