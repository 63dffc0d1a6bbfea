import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { pino } from 'pino'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
/** The lines that the server has logged, as JSON. */
const logLines: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void logLines.push(line) })
  server = await startTestApp({ log })
})
afterAll(() => server.close())

const ERROR = { message: expect.any(String), code: 'invalid' }

/** Sends raw bytes; returns status and body of the response. */
async function sendRaw(bytes: string): Promise<{ status: number; body: unknown }> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body.join('')) }
}

/** Longer than any id. */
const LONG_ID = 'x'.repeat(120)
const UNDECODABLE = ['%ff', '%', '%2', 'a%E0%A4%A', `${LONG_ID}%c3%28`]

test.each([
  ...UNDECODABLE.flatMap((text) => [`/${text}`, `/post/${text}`, `/${text}/post?a=%ff`]),
  `/nowhere/${LONG_ID}`,
])('the page address %s returns the 404 page', async (path) => {
  const { status, headers, body } = await server.client().get(path, { accept: 'text/html' })
  expect({ status, type: headers.get('content-type') }).toEqual({
    status: 404,
    type: 'text/html; charset=utf-8',
  })
  expect(String(body)).toContain('id="boot"')
  expectSecurityHeaders(headers)
})

test.each(['GET', 'POST', 'PUT', 'DELETE'])(
  '%s of an undecodable API path returns the error body',
  async (method) => {
    for (const path of [...UNDECODABLE, LONG_ID].map((text) => `/api/streams/${text}`)) {
      const { status, headers, body } = await server.admin.send(method, path)
      expect({ status, body }).toEqual({ status: 404, body: { ...ERROR, code: 'not_found' } })
      expectSecurityHeaders(headers)
    }
  },
)

test('a page address with a too long id returns the page, as for any unknown id', async () => {
  const { status, headers } = await server.client().get(`/post/${LONG_ID}`, { accept: 'text/html' })
  expect({ status, type: headers.get('content-type') }).toEqual({
    status: 404,
    type: 'text/html; charset=utf-8',
  })
  expectSecurityHeaders(headers)
})

/** Expects the security headers of every response. */
function expectSecurityHeaders(headers: Headers): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  // Sources that features declare.
  expect(headers.get('content-security-policy')).toMatch(
    /;img-src 'self' blob:;media-src 'self' blob:;.*;frame-src 'self' https:\/\/www\.openstreetmap\.org;/,
  )
  expect(headers.get('permissions-policy')).not.toBeNull()
}

test.each([
  ['GET', '/api/users?region=%00', undefined],
  ['POST', '/api/posts', '{"content":"Sannu","mediaUrl":"a\\u0000b"}'],
  ['PUT', '/api/auth/avatar', '{"url":"a\\u0000b"}'],
])('%s %s with a character that PostgreSQL cannot store is refused', async (method, path, body) => {
  const response = await server.admin.send(method, path, body)
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
})

test('invalid HTTP gets the error body too', async () => {
  expect(await sendRaw('nonsense\r\n\r\n')).toMatchObject({ status: 400, body: ERROR })
  const headers = `X-Long: ${'x'.repeat(100_000)}`
  const long = await sendRaw(`GET / HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`)
  expect(long).toMatchObject({ status: 431, body: ERROR })
})

test('an absolute URL in the request line is accepted', async () => {
  const line = `GET ${server.url}/api/streams/live HTTP/1.1`
  const response = await sendRaw(`${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(response).toEqual({ status: 200, body: [] })
})

test('text that is far too long is refused before it is normalized', async () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const response = await server.client().post('/api/auth/register', {
    email: 'long@example.org',
    password: 'four words in a row',
    firstName: `a${'\u0300\u0316'.repeat(12_000)}`,
  })
  expect(response).toMatchObject({ status: 400, body: { fields: [{ path: 'firstName' }] } })
  expect(normalize.mock.contexts.every((value) => String(value).length < 10_000)).toBe(true)
})

test('an aborted body is logged at level info, and the server goes on', async () => {
  const from = logLines.length
  for (const path of ['/api/contact', '/api/auth/login', '/api/auth/register']) {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const headers = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 5000']
    socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nExpect: 100-continue\r\n\r\n`)
    await once(socket, 'data')
    socket.write('{"name":', () => socket.destroy())
    await vi.waitFor(() => expect(logLines.slice(from).join('')).toContain(path))
  }
  expect((await server.client().get('/healthz')).status).toBe(200)
  expect(logLines.slice(from).filter((line) => !line.startsWith('{"level":30'))).toEqual([])
})

test('a request whose client has disconnected is still counted, and is no error', async () => {
  const from = logLines.length
  const { limits } = server.app.context
  const disconnect = (message: unknown) => {
    // Boundary: the type that Node documents for this channel.
    const { socket } = message as { socket: Socket }
    // After the first hooks.
    queueMicrotask(() => socket.destroy())
  }
  subscribe('http.server.request.start', disconnect)
  onTestFinished(() => void unsubscribe('http.server.request.start', disconnect))
  await expect(server.client().get('/api/search?q=kente')).rejects.toThrow('fetch failed')
  await vi.waitFor(async () => expect(await limits.has(rateOf('searches'), '127.0.0.1')).toBe(true))
  expect(logLines.slice(from).filter((line) => !line.startsWith('{"level":30'))).toEqual([])
})

const UPGRADE = [
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
].join('\r\n')

test.each([
  'GET /',
  'GET /api/nowhere',
  'GET /api/admin/live',
  'GET /api/streams/live',
  'GET /ws/more',
  'GET //ws',
  'POST /ws',
])('%s cannot be upgraded', async (line) => {
  const response = await sendRaw(`${line} HTTP/1.1\r\n${UPGRADE}\r\n\r\n`)
  expect(response).toEqual({ status: 404, body: { ...ERROR, code: 'not_found' } })
})

test('an upgrade behind a request without a response closes its connection', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const request = 'GET /api/streams/live HTTP/1.1\r\nHost: localhost\r\n\r\n'
  socket.write(`${request}GET /ws HTTP/1.1\r\n${UPGRADE}\r\n\r\n`)
  expect(await text(socket)).toBe('')
  const behindResponse = connect(Number(port), hostname)
  behindResponse.write(request)
  await once(behindResponse, 'data')
  behindResponse.write(`GET /ws HTTP/1.1\r\n${UPGRADE}\r\n\r\n`)
  const [upgraded] = await once(behindResponse, 'data')
  expect(String(upgraded)).toContain('101 Switching Protocols')
  behindResponse.destroy()
})

test('the set-up token is in no line of the log, however its link is written', async () => {
  const from = logLines.length
  const token = 'once_only_secret'
  const addresses = [
    `/auth/login?setup=${token}`,
    `/auth/login?a=b&SETUP=${token}&c=d`,
    `/auth/login?%73etup=${token}`,
    `/nowhere?setup=${token}`,
    `/api/nowhere?setup=${token}`,
    `/api/login?returnTo=${encodeURIComponent(`/auth/login?setup=${token}`)}`,
    `/${'%ff'}?setup=${token}`,
    `/auth/login?setup=${token}%`,
    `/auth/login;setup=${token}`,
    `/auth/login;a=b;SETUP=${token}`,
    `/auth/login%3Fsetup=${token}`,
    `/api/login%253bsetup=${token}`,
    `/auth/login&setup=${token}`,
    `/auth/login%26setup=${token}`,
    `/auth/login%23setup=${token}`,
    `/auth/login/setup=${token}`,
    `/auth/login%2Fsetup%3D${token}`,
    `/auth/setup=${token}/login`,
    `/whep/${crypto.randomUUID()}?token=${token}`,
  ]
  for (const address of addresses)
    await server.client().get(address, { referer: `${server.url}/auth/login?setup=${token}` })
  await server.client().post('/api/auth/register', {
    email: 'late@example.org',
    password: 'four words in a row',
    setupToken: token,
  })
  await vi.waitFor(() => expect(logLines.length - from).toBeGreaterThan(addresses.length))
  expect(logLines.slice(from).join('')).toContain('/auth/login?[secret]')
  expect(logLines.slice(from).filter((line) => line.includes(token))).toEqual([])
  // The page does not send its address as a referrer either.
  const { headers } = await server.client().get(`/auth/login?setup=${token}`)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})
