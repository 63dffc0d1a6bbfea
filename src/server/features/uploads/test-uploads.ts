import { Upload } from 'tus-js-client'
import { type Media, media } from '#shared/uploads.ts'
import type { TestClient } from '#server/testing/test-client.ts'

/** Headers of each request, and of one that carries a part. */
export const TUS = { 'tus-resumable': '1.0.0' }
export const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' }

type Answer = { status: number; body: unknown; headers: Headers }

/** Announces an upload as a client of the protocol does; the answer's `location` is its address. */
export function announce(
  client: TestClient,
  size: number,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return client.send('POST', '/api/uploads', undefined, { ...TUS, 'upload-length': String(size), ...headers })
}

/** Sends a part. */
export function sendPart(
  client: TestClient,
  location: string,
  offset: number,
  bytes: Uint8Array,
): Promise<Answer> {
  return client.send('PATCH', location, bytes, {
    ...PART,
    'upload-offset': String(offset),
  })
}

/** Sends what is missing of an upload with the library that our page uses. */
export function send(client: TestClient, bytes: Buffer, location: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = new Upload(bytes, {
      uploadUrl: client.url + location,
      headers: { cookie: client.cookie },
      retryDelays: null,
      onSuccess: () => resolve(),
      onError: reject,
    })
    sending.start()
  })
}

/** Announces and sends a whole file; returns the upload's address. */
export async function upload(client: TestClient, bytes: Uint8Array, metadata = ''): Promise<string> {
  const created = await announce(client, bytes.length, metadata ? { 'upload-metadata': metadata } : {})
  const location = created.headers.get('location')
  if (!location) throw new Error(`no upload: ${JSON.stringify(created.body)}`)
  const sent = await sendPart(client, location, 0, bytes)
  if (sent.status !== 204) throw new Error(`not sent: ${JSON.stringify(sent.body)}`)
  return location
}

export function finish(
  client: TestClient,
  location: string,
  purpose: 'post' | 'avatar' = 'post',
  poster?: string,
): Promise<Answer> {
  return client.post(`${location}/finish`, { purpose, poster })
}

/** Uploads a file and has it stored. */
export async function store(
  client: TestClient,
  bytes: Uint8Array,
  purpose: 'post' | 'avatar' = 'post',
): Promise<Media> {
  const answer = await finish(client, await upload(client, bytes), purpose)
  if (answer.status !== 200) throw new Error(`not stored: ${JSON.stringify(answer.body)}`)
  return media.parse(answer.body)
}
