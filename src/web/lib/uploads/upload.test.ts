import { expect, test, vi } from 'vitest'
import type { Media } from '#shared/uploads.ts'
import { ApiError } from '#web/api/api-error.ts'
import { refusal } from '#web/api/test-network.tsx'
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
const picture = () => new File(['0123456789'], 'picture.png', { type: 'image/png', lastModified: 1 })
const stored = () => Response.json(STORED)

test('a file is sent, finished and forgotten, and tells the bytes that were sent', async () => {
  const { door, finished } = openTestTusServer(stored)
  const progress: number[][] = []
  const { done } = startUpload(picture(), { purpose: 'post', onProgress: (...bytes) => progress.push(bytes) })

  expect(await done).toEqual(STORED)
  expect(door.seen).toEqual(['POST', 'PATCH 0'])
  expect(progress.at(-1)).toEqual([10, 10])
  const [[path, { bytes }] = ['', { bytes: '' }]] = door.arrived
  expect(bytes).toBe('0123456789')
  expect(finished).toEqual([`${path}/finish`])
  expect(localStorage.length).toBe(0)
})

test('a lost connection is taken up again at the byte that had arrived', async () => {
  const { door } = openTestTusServer(stored)
  door.refuse = ({ method }) => (method === 'PATCH' && door.seen.length < 3 ? 'lost' : undefined)

  const told: boolean[] = []
  const onConnection = (isConnected: boolean) => told.push(isConnected)
  expect(await startUpload(picture(), { purpose: 'post', onConnection }).done).toEqual(STORED)
  expect(told).toContain(false)
  expect(told.at(-1)).toBe(true)
  expect(door.seen).toEqual(['POST', 'PATCH 0', 'HEAD', 'PATCH 5'])
  expect([...door.arrived.values()]).toEqual([{ size: 10, bytes: '0123456789' }])
})

test('without a network it waits for one, and says so', async () => {
  const { door } = openTestTusServer(stored)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  door.refuse = () => (navigator.onLine ? undefined : 'lost')
  const told: boolean[] = []
  const { done } = startUpload(picture(), {
    purpose: 'post',
    onConnection: (isConnected) => told.push(isConnected),
  })
  await vi.waitFor(() => expect(told).toEqual([false]))
  expect(door.seen).toEqual(['POST'])

  online.mockReturnValue(true)
  await vi.waitFor(() => {
    dispatchEvent(new Event('online'))
    expect(door.seen).toEqual(['POST', 'POST', 'PATCH 0'])
  })
  expect(await done).toEqual(STORED)
  expect(told.slice(1)).toContain(true)
  expect(told.slice(1)).not.toContain(false)
})

test('after a reload the same file goes on where it was, and another one begins anew', async () => {
  const { door } = openTestTusServer(stored)
  door.refuse = ({ method }) =>
    method === 'PATCH' ? { status: 401, body: '{"message":"Unauthorized","code":"unauthorized"}' } : undefined
  await expect(startUpload(picture(), { purpose: 'post' }).done).rejects.toMatchObject({ status: 401 })
  for (const upload of door.arrived.values()) upload.bytes = '0123'
  door.refuse = () => undefined
  door.seen.length = 0

  await startUpload(new File(['another'], 'another.png'), { purpose: 'post' }).done
  expect(door.seen).toEqual(['POST', 'PATCH 0'])
  await startUpload(picture(), { purpose: 'post' }).done
  expect(door.seen).toEqual(['POST', 'PATCH 0', 'HEAD', 'PATCH 4'])
})

test('what the server has forgotten meanwhile begins anew', async () => {
  const { door } = openTestTusServer(stored)
  door.refuse = ({ method }) => (method === 'PATCH' ? { status: 401 } : undefined)
  await expect(startUpload(picture(), { purpose: 'post' }).done).rejects.toThrow(ApiError)
  door.arrived.clear()
  door.refuse = () => undefined

  expect(await startUpload(picture(), { purpose: 'post' }).done).toEqual(STORED)
  expect(door.seen.slice(2)).toEqual(['HEAD', 'POST', 'PATCH 0'])
})

test('a refusal says what the server says, and is not tried again', async () => {
  const { door } = openTestTusServer(stored)
  const body = JSON.stringify({ message: 'A file may have at most 1024 MB.', code: 'too_large' })
  door.refuse = () => ({ status: 413, body })

  const refused = startUpload(picture(), { purpose: 'post' }).done
  await expect(refused).rejects.toThrow(ApiError)
  await expect(refused).rejects.toMatchObject({ code: 'too_large', text: 'A file may have at most 1024 MB.' })
  expect(door.seen).toEqual(['POST'])
})

test('a file that is refused for what it is, is forgotten', async () => {
  openTestTusServer(() => refusal(415, { code: 'unsupported_type' }))
  await expect(startUpload(picture(), { purpose: 'post' }).done).rejects.toMatchObject({
    code: 'unsupported_type',
  })
  expect(localStorage.length).toBe(0)
})

test('an answer to the last call that was lost is asked for again', async () => {
  let calls = 0
  const { finished } = openTestTusServer(() => {
    calls += 1
    if (calls === 1) throw new TypeError('Failed to fetch')
    return stored()
  })
  expect(await startUpload(picture(), { purpose: 'avatar' }).done).toEqual(STORED)
  expect(finished.length).toBe(2)
})

test('who cancels sends nothing more, and leaves nothing at the server', async () => {
  const { door, finished } = openTestTusServer(stored)
  door.refuse = ({ method }) => (method === 'PATCH' ? 'silent' : undefined)
  const { done, cancel } = startUpload(picture(), { purpose: 'post' })
  const ended = expect(done).rejects.toMatchObject({ name: 'AbortError' })
  await vi.waitFor(() => expect(door.seen).toContain('PATCH 0'))
  await cancel()

  await ended
  expect(door.seen.at(-1)).toBe('DELETE')
  expect([door.arrived.size, finished, localStorage.length]).toEqual([0, [], 0])
})

test('who cancels before anything was sent sends nothing', async () => {
  const { door } = openTestTusServer(stored)
  const { done, cancel } = startUpload(picture(), { purpose: 'post' })
  await cancel()

  await expect(done).rejects.toMatchObject({ name: 'AbortError' })
  expect(door.seen).toEqual([])
})

test('where nothing may be stored in the browser it is sent all the same', async () => {
  const { door } = openTestTusServer(stored)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await startUpload(picture(), { purpose: 'post' }).done).toEqual(STORED)
  expect(door.seen).toEqual(['POST', 'PATCH 0'])
})
