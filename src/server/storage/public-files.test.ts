import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleErrors } from '#server/http/error-handler.ts'
import { Pipeline } from '#server/http/connections/pipelining.ts'
import type { Storage } from './storage.ts'
import { openLocalStorage } from './local-storage.ts'
import { mountPublicFiles } from './public-files.ts'

const VIDEO = Buffer.from('0123456789')

let app: FastifyInstance
let folder: string
let url: string
let storage: Storage
const opened: Readable[] = []
const unreadSockets: Socket[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'test-files-'))
  const stored = await openLocalStorage(folder)
  storage = {
    ...stored,
    open: async (...args) => {
      const file = await stored.open(...args)
      if (file) opened.push(file)
      return file
    },
  }
  await storage.put('media/one.mp4', VIDEO)
  // Larger than the buffers of a loopback connection: it cannot be sent completely to a client that does not read.
  await storage.put('media/long.mp4', Buffer.alloc(32_000_000))
  await storage.put('media/one.pdf', VIDEO)
  await storage.put('media/one.mp3', VIDEO)
  await storage.put('private/one.mp4', VIDEO)
  app = fastify({ serverFactory: (handler) => createServer(new Pipeline().listener(handler)) })
  handleErrors(app)
  mountPublicFiles(app, storage, 'media')
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  for (const socket of unreadSockets) socket.destroy()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const request = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${url}/files/media/${name}`, { headers, method })

test('a file is served with its own type, which browsers must not guess', async () => {
  const response = await request('one.mp4')

  expect(response.status).toBe(200)
  expect(await response.text()).toBe('0123456789')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '10',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    etag: '"one.mp4"',
  })
  expect(response.headers.has('content-disposition')).toBe(false)
})

test('files other than images and videos are downloads', async () => {
  for (const name of ['one.pdf', 'one.mp3']) {
    expect((await request(name)).headers.get('content-disposition')).toBe('attachment')
  }
})

test('a range request gets the range', async () => {
  const response = await request('one.mp4', { range: 'bytes=3-5' })

  expect(response.status).toBe(206)
  expect(await response.text()).toBe('345')
  expect(response.headers.get('content-range')).toBe('bytes 3-5/10')
  expect(response.headers.get('content-length')).toBe('3')
})

test('a range outside of the file is 416 with the size of the file', async () => {
  const response = await request('one.mp4', { range: 'bytes=10-' })

  expect(response.status).toBe(416)
  expect(response.headers.get('content-range')).toBe('bytes */10')
})

test('a range request with If-Range for another version gets the whole file', async () => {
  const changed = await request('one.mp4', { range: 'bytes=3-5', 'if-range': '"two.mp4"' })
  const same = await request('one.mp4', { range: 'bytes=3-5', 'if-range': '"one.mp4"' })

  expect([changed.status, same.status]).toEqual([200, 206])
})

test('a client that has the file gets 304 without a body', async () => {
  const response = await request('one.mp4', { 'if-none-match': '"two.mp4", W/"one.mp4"' })

  expect(response.status).toBe(304)
  expect(await response.text()).toBe('')
})

test('HEAD gets the headers only', async () => {
  const response = await request('one.mp4', {}, 'HEAD')

  expect([response.status, response.headers.get('content-length')]).toEqual([200, '10'])
  expect((await request('two.mp4', {}, 'HEAD')).status).toBe(404)
})

test.each(['two.mp4', 'one.svg', '..%2Fprivate%2Fone.mp4', '%2e%2e/private/one.mp4', 'one.mp4%00'])(
  '%s is not found',
  async (name) => {
    const response = await request(name)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBeNull()
  },
)

/** Sends pipelined requests on one connection and does not read the responses. */
async function requestWithoutReading(count: number) {
  opened.length = 0
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
  unreadSockets.push(socket)
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  socket.write('GET /files/media/long.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count))
  return { socket, closed }
}

test('pipelined requests of a client that does not read keep only one file open, until the connection ends', async () => {
  const { socket } = await requestWithoutReading(6)
  await expect.poll(() => opened.length).toBe(1)
  socket.destroy()
  await expect.poll(() => opened.every(({ destroyed }) => destroyed)).toBe(true)
  expect(opened).toHaveLength(1)
})

test('a connection with too many pipelined requests is closed, and no file stays open', async () => {
  const { socket, closed } = await requestWithoutReading(100)
  socket.resume()
  await closed
  await expect.poll(() => opened.every(({ destroyed }) => destroyed)).toBe(true)
})
