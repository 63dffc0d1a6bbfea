import { expect, test, vi } from 'vitest'
import type { Media } from '#shared/media/uploads.ts'
import { ApiError } from '#web/api/api-error.ts'
import { errorResponse } from '#web/api/test-network.tsx'
import { openTestTusServer } from './test-uploads.ts'
import { startUpload } from './upload.ts'

const STORED: Media = {
  url: '/files/media/one.webp',
  mediaType: 'image',
  mimeType: 'image/webp',
  fileSize: 10,
  width: 10,
  height: 10,
  duration: null,
}
const imageFile = () => new File(['0123456789'], 'picture.png', { type: 'image/png', lastModified: 1 })
const respondStored = () => Response.json(STORED)

test('a file is sent, finished and removed from storage, and its progress is reported', async () => {
  const { server, finished } = openTestTusServer(respondStored)
  const progress: number[][] = []
  const { done } = startUpload(imageFile(), {
    purpose: 'post',
    onProgress: (...bytes) => progress.push(bytes),
  })

  expect(await done).toEqual(STORED)
  expect(server.requestLog).toEqual(['POST', 'PATCH 0'])
  expect(progress.at(-1)).toEqual([10, 10])
  const [[path, { bytes }] = ['', { bytes: '' }]] = server.uploads
  expect(bytes).toBe('0123456789')
  expect(finished).toEqual([`${path}/finish`])
  expect(localStorage.length).toBe(0)
})

test('after a lost connection the upload resumes at the byte that arrived', async () => {
  const { server } = openTestTusServer(respondStored)
  server.intercept = ({ method }) => (method === 'PATCH' && server.requestLog.length < 3 ? 'lost' : undefined)

  const connectionStates: boolean[] = []
  const onConnection = (isConnected: boolean) => connectionStates.push(isConnected)
  expect(await startUpload(imageFile(), { purpose: 'post', onConnection }).done).toEqual(STORED)
  expect(connectionStates).toContain(false)
  expect(connectionStates.at(-1)).toBe(true)
  expect(server.requestLog).toEqual(['POST', 'PATCH 0', 'HEAD', 'PATCH 5'])
  expect([...server.uploads.values()]).toEqual([{ size: 10, bytes: '0123456789' }])
})

test('an upload waits while the network is offline, and reports it', async () => {
  const { server } = openTestTusServer(respondStored)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.intercept = () => (navigator.onLine ? undefined : 'lost')
  const connectionStates: boolean[] = []
  const { done } = startUpload(imageFile(), {
    purpose: 'post',
    onConnection: (isConnected) => connectionStates.push(isConnected),
  })
  await vi.waitFor(() => expect(connectionStates).toEqual([false]))
  expect(server.requestLog).toEqual(['POST'])

  online.mockReturnValue(true)
  await vi.waitFor(() => {
    dispatchEvent(new Event('online'))
    expect(server.requestLog).toEqual(['POST', 'POST', 'PATCH 0'])
  })
  expect(await done).toEqual(STORED)
  expect(connectionStates.slice(1)).toContain(true)
  expect(connectionStates.slice(1)).not.toContain(false)
})

test('after a reload the same file resumes, and another file starts from the beginning', async () => {
  const { server } = openTestTusServer(respondStored)
  server.intercept = ({ method }) =>
    method === 'PATCH' ? { status: 401, body: '{"message":"Unauthorized","code":"unauthorized"}' } : undefined
  await expect(startUpload(imageFile(), { purpose: 'post' }).done).rejects.toMatchObject({ status: 401 })
  for (const upload of server.uploads.values()) upload.bytes = '0123'
  server.intercept = () => undefined
  server.requestLog.length = 0

  await startUpload(new File(['another'], 'another.png'), { purpose: 'post' }).done
  expect(server.requestLog).toEqual(['POST', 'PATCH 0'])
  await startUpload(imageFile(), { purpose: 'post' }).done
  expect(server.requestLog).toEqual(['POST', 'PATCH 0', 'HEAD', 'PATCH 4'])
})

test('progress counts what the server has received, not what is in transit', async () => {
  const { server } = openTestTusServer(respondStored)
  server.intercept = ({ method }) => (method === 'PATCH' ? 'unanswered' : undefined)
  const received: number[] = []
  const { done, pause, resume } = startUpload(imageFile(), {
    purpose: 'post',
    onProgress: (bytes) => received.push(bytes),
  })
  await vi.waitFor(() => expect(server.requestLog).toContain('PATCH 0'))
  await vi.waitFor(() => expect(server.sentBytes).toBe(10))
  expect(received).toEqual([])
  pause()
  server.intercept = () => undefined
  resume()
  await done
  expect(received).toEqual([10])
})

test('a stored file is finished again without sending it, or sent when the server has deleted it', async () => {
  let isDeleted = false
  const { server, finished } = openTestTusServer(() => {
    if (!isDeleted) return respondStored()
    isDeleted = false
    return errorResponse(404, { code: 'not_found' })
  })
  const resume = { id: 'one', fileSize: 10, received: 10 }
  expect(await startUpload(imageFile(), { purpose: 'video', resume }).done).toEqual(STORED)
  expect([finished, server.requestLog]).toEqual([['/api/uploads/one/finish'], []])

  isDeleted = true
  expect(await startUpload(imageFile(), { purpose: 'video', resume }).done).toEqual(STORED)
  expect(server.requestLog).toEqual(['POST', 'PATCH 0'])
})

test('an upload that the server has deleted meanwhile starts from the beginning', async () => {
  const { server } = openTestTusServer(respondStored)
  server.intercept = ({ method }) => (method === 'PATCH' ? { status: 401 } : undefined)
  await expect(startUpload(imageFile(), { purpose: 'post' }).done).rejects.toThrow(ApiError)
  server.uploads.clear()
  server.intercept = () => undefined

  expect(await startUpload(imageFile(), { purpose: 'post' }).done).toEqual(STORED)
  expect(server.requestLog.slice(2)).toEqual(['HEAD', 'POST', 'PATCH 0'])
})

test('a refusal rejects with the error of the server, and is not retried', async () => {
  const { server } = openTestTusServer(respondStored)
  const body = JSON.stringify({ message: 'A file may be at most 1024 MB.', code: 'too_large' })
  server.intercept = () => ({ status: 413, body })

  const refused = startUpload(imageFile(), { purpose: 'post' }).done
  await expect(refused).rejects.toThrow(ApiError)
  await expect(refused).rejects.toMatchObject({ code: 'too_large', text: 'A file may be at most 1024 MB.' })
  expect(server.requestLog).toEqual(['POST'])
})

test('a file whose content is refused is removed from storage', async () => {
  openTestTusServer(() => errorResponse(415, { code: 'unsupported_type' }))
  await expect(startUpload(imageFile(), { purpose: 'post' }).done).rejects.toMatchObject({
    code: 'unsupported_type',
  })
  expect(localStorage.length).toBe(0)
})

test('the finishing call is repeated if its response was lost', async () => {
  let calls = 0
  const { finished } = openTestTusServer(() => {
    calls += 1
    if (calls === 1) throw new TypeError('Failed to fetch')
    return respondStored()
  })
  expect(await startUpload(imageFile(), { purpose: 'avatar' }).done).toEqual(STORED)
  expect(finished.length).toBe(2)
})

test('the finishing call is repeated while the server prepares the file, without the poster', async () => {
  const bodies: unknown[] = []
  const responses = [
    ...Array.from({ length: 10 }, () => busy('processing')),
    ...Array.from({ length: 5 }, () => busy('unavailable')),
    respondStored(),
  ]
  openTestTusServer((body) => {
    bodies.push(JSON.parse(body))
    return responses.shift() ?? errorResponse(500, { code: 'internal' })
  })
  const poster = Promise.resolve('data:image/png;base64,AA==')
  const connectionStates: boolean[] = []
  const onConnection = (isConnected: boolean) => connectionStates.push(isConnected)
  expect(await startUpload(imageFile(), { purpose: 'post', poster, onConnection }).done).toEqual(STORED)
  expect(connectionStates).not.toContain(false)
  expect(bodies[0]).toEqual({ purpose: 'post', poster: 'data:image/png;base64,AA==' })
  expect(bodies[1]).toEqual({ purpose: 'post', poster: null })
  expect(bodies.length).toBe(16)
})

test.each([
  ['stays overloaded', 7, () => busy('unavailable')],
  ['asks to wait for minutes', 1, () => busy('unavailable', '600')],
  ['does not say when', 1, () => errorResponse(503, { code: 'unavailable' })],
  ['refuses the file', 1, () => errorResponse(415, { code: 'unsupported_type' })],
])('the finishing call fails when the server %s', async (_name, calls, respond) => {
  const { finished } = openTestTusServer(respond)
  await expect(startUpload(imageFile(), { purpose: 'post' }).done).rejects.toThrow(ApiError)
  expect(finished.length).toBe(calls)
})

/** A response that asks to repeat the call. */
function busy(code: 'processing' | 'unavailable', seconds = '0'): Response {
  const response = errorResponse(code === 'processing' ? 409 : 503, { code })
  response.headers.set('retry-after', seconds)
  return response
}

test('canceling stops the upload and deletes it on the server', async () => {
  const { server, finished } = openTestTusServer(respondStored)
  server.intercept = ({ method }) => (method === 'PATCH' ? 'silent' : undefined)
  const { done, cancel } = startUpload(imageFile(), { purpose: 'post' })
  const ended = expect(done).rejects.toMatchObject({ name: 'AbortError' })
  await vi.waitFor(() => expect(server.requestLog).toContain('PATCH 0'))
  await cancel()

  await ended
  expect(server.requestLog.at(-1)).toBe('DELETE')
  expect([server.uploads.size, finished, localStorage.length]).toEqual([0, [], 0])
})

test('canceling an upload that is done deletes nothing', async () => {
  const { server } = openTestTusServer(respondStored)
  const { done, cancel } = startUpload(imageFile(), { purpose: 'post' })
  await done
  await cancel()
  expect(server.requestLog).not.toContain('DELETE')
})

test('canceling before the first request sends nothing', async () => {
  const { server } = openTestTusServer(respondStored)
  const { done, cancel } = startUpload(imageFile(), { purpose: 'post' })
  await cancel()

  await expect(done).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.requestLog).toEqual([])
})

test('a file is uploaded even if the browser cannot store anything', async () => {
  const { server } = openTestTusServer(respondStored)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await startUpload(imageFile(), { purpose: 'post' }).done).toEqual(STORED)
  expect(server.requestLog).toEqual(['POST', 'PATCH 0'])
})
