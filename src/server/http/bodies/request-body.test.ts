import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { PART_HEADERS, createTestUpload } from '#server/features/media/uploads/test-uploads.ts'
import { readBody } from './request-body.ts'

let server: TestApp
let memberCookie: string
beforeAll(async () => {
  // A body needs 100 bytes per half second.
  server = await startTestApp({
    env: {
      REQUEST_HEADERS_SECONDS: '0.5',
      REQUEST_BODY_SECONDS: '0.5',
      REQUEST_MIN_BYTES_PER_SECOND: '200',
      UPLOAD_IDLE_SECONDS: '0.5',
    },
    rates: { contactMessages: { points: 1000, seconds: 60 } },
  })
  memberCookie = (await server.member()).cookie
})
afterAll(() => server.close())

type RawRequest = { path?: string; method?: string; headers?: Record<string, string | number>; body?: string }

/** Sends a raw request; the test can send more over the returned socket. */
async function begin({ path = '/api/contact', method = 'POST', headers = {}, body = '' }: RawRequest) {
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const lines = Object.entries({ host: 'localhost', 'content-type': 'application/json', ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`)
  return { socket, response: receiveUntilClosed(socket) }
}

/** Resolves with the received text when the server closes the connection. */
async function receiveUntilClosed(socket: Socket): Promise<{ status: number; text: string }> {
  let text = ''
  socket.on('data', (data: Buffer) => (text += data.toString()))
  // 'close' also follows a reset by the server.
  await new Promise((resolve) => socket.once('close', resolve))
  return { status: Number(text.split(' ')[1] ?? 0), text }
}

const SLOW = { status: 408, text: expect.stringContaining('took too long') }

test('a body that is announced and not sent gets 408', async () => {
  const { response } = await begin({ headers: { 'content-length': 10_000 } })
  expect(await response).toMatchObject(SLOW)
})

test('a body that stops in the middle gets 408, however much has arrived', async () => {
  const { response } = await begin({ headers: { 'content-length': 60_000 }, body: 'x'.repeat(50_000) })
  expect(await response).toMatchObject(SLOW)
})

test('a body that arrives too slowly gets 408', async () => {
  const { socket, response } = await begin({ headers: { 'content-length': 10_000 } })
  const timer = setInterval(() => socket.write('x'), 20)
  expect(await response).toMatchObject(SLOW)
  clearInterval(timer)
})

test('a body of 24 MiB over 2G is read to its end, one byte per second is not', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { bodyPace: pace } = readConfig({}).http
  const [slowUpload, byteByByte] = [new PassThrough(), new PassThrough()]
  const limits = { maxBytes: 24 * 1024 ** 2, pace }
  const read = readBody({ headers: {} }, slowUpload, limits)
  const refusal = expect(readBody({ headers: {} }, byteByByte, limits)).rejects.toMatchObject({ status: 408 })
  // 4 kB/s, and in every other minute 15 seconds without a byte.
  let sent = 0
  for (let second = 0; sent + 4000 <= limits.maxBytes; second++) {
    if (second % 120 >= 15) {
      slowUpload.write(Buffer.alloc(4000))
      sent += 4000
    }
    if (second < 60) byteByByte.write('x')
    await vi.advanceTimersByTimeAsync(1000)
  }
  slowUpload.end()
  await refusal
  expect((await read).length).toBe(sent)
})

test('a body whose reading is aborted gets 408', async () => {
  const aborted = new AbortController()
  const { bodyPace: pace } = readConfig({}).http
  const read = readBody({ headers: {} }, new PassThrough(), { maxBytes: 1000, pace, signal: aborted.signal })
  aborted.abort()
  await expect(read).rejects.toMatchObject({ status: 408 })
})

test('headers that arrive too slowly get 408', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\n')
  const timer = setInterval(() => socket.write('x: y\r\n'), 20)
  expect(await receiveUntilClosed(socket)).toMatchObject({ status: 408 })
  clearInterval(timer)
})

test('an unread body gets a response, and its connection is closed if it stops', async () => {
  const { response } = await begin({ path: '/api/posts', headers: { 'content-length': 10_000 } })
  expect((await response).status).toBe(401)
})

test('an endless unread body is discarded only up to a limit', async () => {
  const { socket, response } = await begin({
    path: '/api/posts',
    headers: { 'transfer-encoding': 'chunked' },
  })
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  const send = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', send)
  send()
  expect((await response).status).toBe(401)
})

test('a body in tiny chunks loses its connection before its end', async () => {
  const { response } = await begin({
    headers: { 'transfer-encoding': 'chunked' },
    body: '1\r\nx\r\n'.repeat(5000),
  })
  expect((await response).status).toBe(0)
})

test('a body of unknown length is limited to 64 KiB on routes without files', async () => {
  const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`
  const send = async (size: number) => {
    const headers = { 'transfer-encoding': 'chunked', connection: 'close' }
    return (await (await begin({ headers, body: chunk(size) })).response).status
  }
  expect([await send(60_000), await send(70_000)]).toEqual([400, 413])
})

test('an SDP body also needs the minimum rate', async () => {
  const { response } = await begin({
    path: '/whep/0198a1b2-0000-7000-8000-00000000abcd',
    headers: { 'content-type': 'application/sdp', 'content-length': 10_000 },
  })
  expect(await response).toMatchObject(SLOW)
})

test('a stalled part of an upload is ended, and the received bytes stay', async () => {
  const member = await server.member()
  const location = (await createTestUpload(member, 200)).headers.get('location') ?? ''
  const headers = { ...PART_HEADERS, cookie: member.cookie, 'upload-offset': 0, 'content-length': 200 }
  const { response } = await begin({ path: location, method: 'PATCH', headers, body: 'x'.repeat(60) })
  expect((await response).status).toBe(0)
  const { headers: stored } = await member.send('HEAD', location, undefined, { 'tus-resumable': '1.0.0' })
  expect(stored.get('upload-offset')).toBe('60')
})

test('a body that is nested too deeply is refused', async () => {
  const headers = { cookie: memberCookie, connection: 'close' }
  const body = '['.repeat(40_000)
  const { response } = await begin({ headers: { ...headers, 'content-length': body.length }, body })
  expect(await response).toMatchObject({ status: 400, text: expect.stringContaining("aren't valid") })
})
