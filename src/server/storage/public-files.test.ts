import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleErrors } from '#server/http/error-answers.ts'
import { answerInTurn } from '#server/http/pipelining.ts'
import type { Storage } from './storage.ts'
import { openLocalStorage } from './local-storage.ts'
import { publicFiles } from './public-files.ts'

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
    open: async (...asked) => {
      const file = await stored.open(...asked)
      if (file) opened.push(file.stream)
      return file
    },
  }
  await storage.put('media/one.mp4', VIDEO)
  // More than the buffers of a loopback connection hold, so that nobody who does not read gets it whole.
  await storage.put('media/long.mp4', Buffer.alloc(32_000_000))
  await storage.put('media/one.pdf', VIDEO)
  await storage.put('media/one.mp3', VIDEO)
  await storage.put('private/one.mp4', VIDEO)
  app = fastify({ serverFactory: (handler) => createServer(answerInTurn(handler).listener) })
  handleErrors(app)
  publicFiles(app, storage, 'media')
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  for (const socket of unreadSockets) socket.destroy()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${url}/files/media/${name}`, { headers, method })

test('a file is served whole, as what it is and as nothing else', async () => {
  const answer = await ask('one.mp4')

  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('0123456789')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '10',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    etag: '"one.mp4"',
  })
  expect(answer.headers.has('content-disposition')).toBe(false)
})

test('what a browser does not just show is a download', async () => {
  for (const name of ['one.pdf', 'one.mp3']) {
    expect((await ask(name)).headers.get('content-disposition')).toBe('attachment')
  }
})

test('a player gets the part that it asks for', async () => {
  const answer = await ask('one.mp4', { range: 'bytes=3-5' })

  expect(answer.status).toBe(206)
  expect(await answer.text()).toBe('345')
  expect(answer.headers.get('content-range')).toBe('bytes 3-5/10')
  expect(answer.headers.get('content-length')).toBe('3')
})

test('a part that a file does not have is 416, with its size', async () => {
  const answer = await ask('one.mp4', { range: 'bytes=10-' })

  expect(answer.status).toBe(416)
  expect(answer.headers.get('content-range')).toBe('bytes */10')
})

test('a part of another version is the whole file', async () => {
  const changed = await ask('one.mp4', { range: 'bytes=3-5', 'if-range': '"two.mp4"' })
  const same = await ask('one.mp4', { range: 'bytes=3-5', 'if-range': '"one.mp4"' })

  expect([changed.status, same.status]).toEqual([200, 206])
})

test('who has the file already is told so, without its bytes', async () => {
  const answer = await ask('one.mp4', { 'if-none-match': '"two.mp4", W/"one.mp4"' })

  expect(answer.status).toBe(304)
  expect(await answer.text()).toBe('')
})

test('who asks for the headers alone gets them', async () => {
  const answer = await ask('one.mp4', {}, 'HEAD')

  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '10'])
  expect((await ask('two.mp4', {}, 'HEAD')).status).toBe(404)
})

test.each(['two.mp4', 'one.svg', '..%2Fprivate%2Fone.mp4', '%2e%2e/private/one.mp4', 'one.mp4%00'])(
  '%s is not there',
  async (name) => {
    const answer = await ask(name)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBeNull()
  },
)

/** Asks so many times at once on one connection, and reads nothing. */
async function askWithoutReading(times: number) {
  opened.length = 0
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
  unreadSockets.push(socket)
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  socket.write('GET /files/media/long.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(times))
  return { socket, closed }
}

test('a connection that asks for many files and reads none has one of them open, until it ends', async () => {
  const { socket } = await askWithoutReading(6)
  await expect.poll(() => opened.length).toBe(1)
  socket.destroy()
  await expect.poll(() => opened.every(({ destroyed }) => destroyed)).toBe(true)
  expect(opened).toHaveLength(1)
})

test('a connection that asks for far too many files at once is closed, and no file stays open', async () => {
  const { socket, closed } = await askWithoutReading(100)
  socket.resume()
  await closed
  await expect.poll(() => opened.every(({ destroyed }) => destroyed)).toBe(true)
})
