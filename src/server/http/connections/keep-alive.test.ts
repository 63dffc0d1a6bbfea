import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

/** Every limit is short except the one of idle connections. */
let server: TestApp
beforeAll(async () => {
  server = await startTestApp({
    env: {
      REQUEST_HEADERS_SECONDS: '0.4',
      REQUEST_BODY_SECONDS: '0.4',
      STALLED_RESPONSE_SECONDS: '0.2',
      KEEP_ALIVE_SECONDS: '600',
    },
  })
})
afterAll(() => server.close())

const GET = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** Requests that end in different ways, and the status of their responses. */
const REQUESTS: [string, string, number][] = [
  ['was answered', GET, 200],
  ['sent a body that was refused', `${post('/api/contact', 2)}{}`, 400],
  ['was refused before its body was read', `${post('/api/posts', 2)}{}`, 401],
  ['asked for what does not exist', 'HEAD /nowhere.js HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
]

test.each(REQUESTS)(
  'a connection whose request %s outlives every limit of slow clients and is used again',
  async (_, request, status) => {
    const idle = await open()
    idle.socket.write(request)
    await vi.waitFor(() => expect(idle.statuses()).toEqual([status]))
    // They begin later than the idle time; a body is ended after twice its time at most, the longest of the limits.
    await Promise.all([stalledHeaders(), stalledBody()])
    idle.socket.write(GET)
    await vi.waitFor(() => expect(idle.statuses()).toEqual([status, 200]))
  },
)

test('responses tell how long a connection may be idle', async () => {
  const { headers } = await server.client().send('GET', '/healthz')
  expect(headers.get('keep-alive')).toBe('timeout=600')
})

test('an idle connection is closed after its limit', async () => {
  const other = await startTestApp({ env: { KEEP_ALIVE_SECONDS: '0.1' } })
  onTestFinished(() => other.close())
  const idle = await open(other.url)
  idle.socket.write(GET)
  await idle.closed
  expect(idle.statuses()).toEqual([200])
})

async function stalledHeaders(): Promise<void> {
  const slow = await open()
  slow.socket.write('GET /healthz HTTP/1.1\r\n')
  await slow.closed
  expect(slow.statuses()).not.toContain(200)
}

async function stalledBody(): Promise<void> {
  const slow = await open()
  slow.socket.write(`${post('/api/contact', 100)}{"name":`)
  await slow.closed
  expect(slow.statuses()).toEqual([408])
}

async function open(url = server.url) {
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1')
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (data: Buffer) => (text += data.toString('latin1')))
  onTestFinished(() => void socket.destroy())
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  return {
    socket,
    closed,
    /** Statuses of the responses so far. */
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
  }
}
