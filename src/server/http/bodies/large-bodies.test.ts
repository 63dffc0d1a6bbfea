import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createPost } from '#shared/community/posts.ts'
import { sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { handleErrors } from '#server/http/error-handler.ts'
import { createRateLimits } from '#server/http/rates/rate-limits.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { limitLargeBodies } from './large-bodies.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ rates: { largeBodies: { points: 30, seconds: 600 } } })
})
afterAll(() => server.close())

const small = { content: 'Nta rirarenga' }
const large = { content: 'a'.repeat(300_000) }

test('posts that are far too large are counted before they are read, and smaller ones are still accepted', async () => {
  const member = await server.member()
  const statuses: number[] = []
  for (let sent = 0; sent < 32; sent++) statuses.push((await member.post('/api/posts', large)).status)
  expect(statuses).toEqual([...Array<number>(30).fill(400), 429, 429])
  expect((await member.post('/api/posts', small)).status).toBe(201)
})

test('a large body to an address without an endpoint is refused unread', async () => {
  const member = await server.member()
  expect((await member.post('/api/nothing-here', large)).status).toBe(413)
  expect((await member.post('/api/nothing-here', { content: 'short' })).status).toBe(404)
})

test('one large body per user is read at a time, another one is refused unread', async () => {
  const member = await server.member()
  const bodies = [
    begin(server.url, JSON.stringify(large), { member }),
    begin(server.url, JSON.stringify(large), { member }),
  ]
  const { refused, others } = await firstRefused(bodies)

  expect(refused).toMatchObject({
    status: 429,
    retryAfter: '5',
    body: expect.stringContaining('rate_limited'),
  })
  expect((await member.post('/api/posts', small)).status).toBe(201)
  expect(await others[0]?.end()).toMatchObject({ status: 400 })
  expect((await member.post('/api/posts', large)).status).toBe(400)
})

test.each(['/api/contact', '/api/auth/login', '/api/auth/register'])(
  'a call of visitors accepts at most 64 KiB, and refuses a longer body unread: %s',
  async (path) => {
    const body = (length: number) => JSON.stringify({ email: 'a'.repeat(length) })
    expect(await begin(server.url, body(66_000), { path }).response).toMatchObject({ status: 413 })
    const member = await server.member()
    expect(await begin(server.url, body(66_000), { path, member }).response).toMatchObject({ status: 413 })
    expect(await begin(server.url, body(60_000), { path }).end()).toMatchObject({ status: 400 })
  },
)

test('a few of the largest bodies are in memory at once, and an aborted one frees its slot', async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, () => server.member()))
  const { refused, others } = await firstRefused(
    clients.map((member) => begin(server.url, LARGEST, { member })),
  )
  expect(refused).toMatchObject({ status: 429 })

  others[0]?.abort()
  const another = await server.member()
  await vi.waitFor(async () =>
    expect((await begin(server.url, LARGEST, { member: another }).end()).status).not.toBe(429),
  )
  for (const each of others) each.abort()
})

test('a body keeps its slot while it is processed, even after its sender has disconnected', async () => {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const job = vi.fn(() => finished)
  const url = await startJobServer(job)
  const first = begin(url, JSON.stringify(large))
  void first.end()
  await vi.waitFor(() => expect(job).toHaveBeenCalledOnce())
  first.abort()
  expect(await begin(url, JSON.stringify(large)).end()).toMatchObject({ status: 429 })

  finish()
  await vi.waitFor(async () =>
    expect(await begin(url, JSON.stringify(large)).end()).toMatchObject({ status: 200 }),
  )
})

test('a client that disconnects during the session lookup keeps no slot', async () => {
  const member = await server.member()
  const { db } = server.database
  await server.catchUpWithDatabase()
  const aborted = await db.transaction(async (tx) => {
    // The session lookup waits for this transaction.
    await tx.execute(sql`lock table users in access exclusive mode`)
    server.app.context.service(sessionCacheService).invalidateUser(member.user.id)
    // Few bytes: with more unread data the server would not notice the disconnect.
    const sent = begin(server.url, JSON.stringify(large), { member, first: 10 })
    await waitForBlockedQuery(tx, 1, 'email_verified_at')
    sent.abort()
    // Later requests get their response after the server has noticed that disconnect.
    for (let round = 0; round < 3; round++) await server.client().get('/healthz')
    return sent
  })
  await expect(aborted.response).rejects.toThrow('socket hang up')
  await vi.waitFor(async () => expect((await member.post('/api/posts', large)).status).toBe(400))
})

const LARGEST = JSON.stringify({ content: 'x', mediaUrl: `data:,${'A'.repeat(24_000_000)}` })

type ReceivedResponse = { status: number | undefined; retryAfter: string | undefined; body: string }
type BegunRequest = {
  response: Promise<ReceivedResponse>
  end(): Promise<ReceivedResponse>
  abort(): void
}

type BeginOptions = { member?: TestClient; path?: string; first?: number }

/** Sends the `first` bytes of a body, by default all but the last one. */
function begin(
  url: string,
  body: string,
  { member, path = '/api/posts', first = body.length - 1 }: BeginOptions = {},
): BegunRequest {
  const sent = request(url + path, {
    method: 'POST',
    agent: false,
    headers: {
      cookie: member?.cookie ?? '',
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  const response = receiveResponse(sent)
  // An aborted request has no response, and a refused one cannot send the rest.
  response.catch(() => {})
  sent.on('error', () => {})
  sent.write(body.slice(0, first))
  return {
    response,
    end() {
      sent.end(body.slice(first))
      return response
    },
    abort: () => sent.destroy(),
  }
}

async function receiveResponse(sent: ClientRequest): Promise<ReceivedResponse> {
  const [response]: IncomingMessage[] = await once(sent, 'response')
  if (!response) throw new Error('no response')
  return {
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
    body: await text(response),
  }
}

/** Returns the first response to bodies that all lack their last byte. */
async function firstRefused(
  bodies: readonly BegunRequest[],
): Promise<{ refused: ReceivedResponse; others: BegunRequest[] }> {
  const { refused, begun } = await Promise.race(
    bodies.map(async (each) => ({ refused: await each.response, begun: each })),
  )
  return { refused, others: bodies.filter((each) => each !== begun) }
}

/** Starts a server with one route, whose handler runs `job` with the body in memory. */
async function startJobServer(job: () => Promise<void>): Promise<string> {
  const app = fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  handleErrors(app)
  app.decorateRequest('user', null)
  app.addHook('onRequest', async (incoming) => {
    incoming.user = { id: 'a member', role: 'user' }
  })
  limitLargeBodies(
    app,
    createRateLimits((rate) => rate),
  )
  app.post('/api/posts', { bodyLimit: 30_000_000, config: { endpoint: createPost } }, async (incoming) => {
    await incoming.withBodySlot(job)
    return {}
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}
