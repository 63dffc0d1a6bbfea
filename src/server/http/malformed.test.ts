import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
/** What the server has logged, one JSON text each. */
const logged: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  server = await startTestApp({ log })
})
afterAll(() => server.close())

const ERROR = { message: expect.any(String), code: 'invalid' }

/** Sends bytes as they are; answers the status and the body. */
async function raw(bytes: string): Promise<{ status: number; body: unknown }> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body.join('')) }
}

/** Longer than any id. */
const LONG = 'x'.repeat(120)
const UNREADABLE = ['%ff', '%', '%2', 'a%E0%A4%A', `${LONG}%c3%28`]

test.each([
  ...UNREADABLE.flatMap((text) => [`/${text}`, `/post/${text}`, `/${text}/post?a=%ff`]),
  `/nowhere/${LONG}`,
])('the page address %s is one that nothing is at', async (path) => {
  const { status, headers, body } = await server.client().get(path, { accept: 'text/html' })
  expect({ status, type: headers.get('content-type') }).toEqual({
    status: 404,
    type: 'text/html; charset=utf-8',
  })
  expect(String(body)).toContain('id="boot"')
  expectGuarded(headers)
})

test.each(['GET', 'POST', 'PUT', 'DELETE'])(
  '%s of a call’s unreadable address gets the error shape',
  async (method) => {
    for (const path of [...UNREADABLE, LONG].map((text) => `/api/streams/${text}`)) {
      const { status, headers, body } = await server.admin.send(method, path)
      expect({ status, body }).toEqual({ status: 404, body: { ...ERROR, code: 'not_found' } })
      expectGuarded(headers)
    }
  },
)

test('a page address with an id that is far too long answers as with any other that is not there', async () => {
  const { status, headers } = await server.client().get(`/post/${LONG}`, { accept: 'text/html' })
  expect({ status, type: headers.get('content-type') }).toEqual({
    status: 200,
    type: 'text/html; charset=utf-8',
  })
  expectGuarded(headers)
})

/** What every answer carries. */
function expectGuarded(headers: Headers): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  // What features declare of their pages.
  expect(headers.get('content-security-policy')).toMatch(
    /;img-src 'self' blob:;media-src 'self' blob:;.*;frame-src https:\/\/www\.openstreetmap\.org;/,
  )
  expect(headers.get('permissions-policy')).not.toBeNull()
}

test.each([
  ['GET', '/api/users?region=%00', undefined],
  ['POST', '/api/posts', '{"content":"Sannu","mediaUrl":"a\\u0000b"}'],
  ['PUT', '/api/auth/avatar', '{"url":"a\\u0000b"}'],
])('%s %s with a sign that no database holds is refused', async (method, path, body) => {
  const answer = await server.admin.send(method, path, body)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
})

test('what is not HTTP gets the error shape too', async () => {
  expect(await raw('nonsense\r\n\r\n')).toMatchObject({ status: 400, body: ERROR })
  const headers = `X-Long: ${'x'.repeat(100_000)}`
  const long = await raw(`GET / HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`)
  expect(long).toMatchObject({ status: 431, body: ERROR })
})

test('a whole address in the request line is understood', async () => {
  const line = `GET ${server.url}/api/streams/live HTTP/1.1`
  const answer = await raw(`${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(answer).toEqual({ status: 200, body: [] })
})

test('text that is far too long is refused without being worked on', async () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const answer = await server.client().post('/api/auth/register', {
    email: 'long@example.org',
    password: 'four words in a row',
    firstName: `a${'\u0300\u0316'.repeat(50_000)}`,
  })
  expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: 'firstName' }] } })
  expect(normalize.mock.contexts.every((value) => String(value).length < 10_000)).toBe(true)
})

test('a body that breaks off is logged as information, and the server goes on', async () => {
  const from = logged.length
  for (const path of ['/api/contact', '/api/auth/login', '/api/auth/register']) {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const headers = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 5000']
    socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nExpect: 100-continue\r\n\r\n`)
    await once(socket, 'data')
    socket.write('{"name":', () => socket.destroy())
    await vi.waitFor(() => expect(logged.slice(from).join('')).toContain(path))
  }
  expect((await server.client().get('/healthz')).status).toBe(200)
  expect(logged.slice(from).filter((line) => !line.startsWith('{"level":30'))).toEqual([])
})

test('the set-up token stands in no line of the log, however its link is written', async () => {
  const from = logged.length
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
    `/whep/${crypto.randomUUID()}?token=${token}`,
  ]
  for (const address of addresses)
    await server.client().get(address, { referer: `${server.url}/auth/login?setup=${token}` })
  await server.client().post('/api/auth/register', {
    email: 'late@example.org',
    password: 'four words in a row',
    setupToken: token,
  })
  await vi.waitFor(() => expect(logged.length - from).toBeGreaterThan(addresses.length))
  expect(logged.slice(from).join('')).toContain('/auth/login?[secret]')
  expect(logged.slice(from).filter((line) => line.includes(token))).toEqual([])
  // Nor does the page pass its own address on.
  const { headers } = await server.client().get(`/auth/login?setup=${token}`)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})
