import { Upload } from 'tus-js-client'
import { type Media, type UploadPurpose, media } from '#shared/media/uploads.ts'
import type { TestClient } from '#server/testing/test-client.ts'

/** Headers of every tus request, and of one with a part. */
export const TUS_HEADERS = { 'tus-resumable': '1.0.0' }
export const PART_HEADERS = { ...TUS_HEADERS, 'content-type': 'application/offset+octet-stream' }

type TestResponse = { status: number; body: unknown; headers: Headers }

/** Creates an upload as a tus client does; the `location` header of the response is its path. */
export function createTestUpload(
  client: TestClient,
  size: number,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  return client.send('POST', '/api/uploads', undefined, {
    ...TUS_HEADERS,
    'upload-length': String(size),
    ...headers,
  })
}

/** Returns the `upload-metadata` header. */
export function metadataHeader(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

export function sendPart(
  client: TestClient,
  location: string,
  offset: number,
  bytes: Uint8Array,
): Promise<TestResponse> {
  return client.send('PATCH', location, bytes, {
    ...PART_HEADERS,
    'upload-offset': String(offset),
  })
}

/** Sends the missing bytes of an upload with the tus client library that the web uses. */
export function resumeUpload(client: TestClient, bytes: Buffer, location: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const tusUpload = new Upload(bytes, {
      uploadUrl: client.url + location,
      headers: { cookie: client.cookie },
      retryDelays: null,
      onSuccess: () => resolve(),
      onError: reject,
    })
    tusUpload.start()
  })
}

/** Creates an upload and sends the whole file; returns the path of the upload. */
export async function upload(client: TestClient, bytes: Uint8Array, metadata = ''): Promise<string> {
  const created = await createTestUpload(
    client,
    bytes.length,
    metadata ? { 'upload-metadata': metadata } : {},
  )
  const location = created.headers.get('location')
  if (!location) throw new Error(`no upload: ${JSON.stringify(created.body)}`)
  const response = await sendPart(client, location, 0, bytes)
  if (response.status !== 204) throw new Error(`not sent: ${JSON.stringify(response.body)}`)
  return location
}

export function finish(
  client: TestClient,
  location: string,
  purpose: UploadPurpose = 'post',
  poster?: string,
): Promise<TestResponse> {
  return client.post(`${location}/finish`, { purpose, poster })
}

/** Uploads a file and finishes the upload; returns the stored media. */
export async function uploadMedia(
  client: TestClient,
  bytes: Uint8Array,
  purpose: UploadPurpose = 'post',
): Promise<Media> {
  const response = await finish(client, await upload(client, bytes), purpose)
  if (response.status !== 200) throw new Error(`not stored: ${JSON.stringify(response.body)}`)
  return media.parse(response.body)
}
