import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createPost } from '#shared/posts.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { handleErrors } from '#server/http/error-answers.ts'
import { createRateLimits } from '#server/http/rate-limits.ts'
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

test('posts that are far too large are counted before they are read, and others still go', async () => {
  const member = await server.member()
  const answers: number[] = []
  for (let sent = 0; sent < 32; sent++) answers.push((await member.post('/api/posts', large)).status)
  expect(answers).toEqual([...Array<number>(30).fill(400), 429, 429])
  expect((await member.post('/api/posts', small)).status).toBe(201)
})

test('of one member one large body is read at a time, and the other is refused unread', async () => {
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

test('of one visitor’s address one large body is read at a time, of any call', async () => {
  const path = '/api/contact'
  const body = JSON.stringify({ message: 'a'.repeat(100_000) })
  const { refused, others } = await firstRefused([
    begin(server.url, body, { path }),
    begin(server.url, body, { path }),
  ])
  expect(refused).toMatchObject({ status: 429, retryAfter: '5' })
  expect((await server.client().post(path, {})).status).toBe(400)
  expect(await others[0]?.end()).toMatchObject({ status: 400 })
})

test('a few of the largest bodies are in memory at once, and one that breaks off makes room', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => server.member()))
  const { refused, others } = await firstRefused(
    users.map((member) => begin(server.url, LARGEST, { member })),
  )
  expect(refused).toMatchObject({ status: 429 })

  others[0]?.breakOff()
  const another = await server.member()
  await vi.waitFor(async () => expect((await another.post('/api/posts', large)).status).toBe(400))
  for (const each of others) each.breakOff()
})

test('a body keeps its place while it is worked on, also when its sender is gone', async () => {
  let finish = () => {}
  const isOver = new Promise<void>((resolve) => (finish = resolve))
  const begun = vi.fn(() => isOver)
  const url = await startCall(begun)
  const first = begin(url, JSON.stringify(large))
  void first.end()
  await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce())
  first.breakOff()
  expect(await begin(url, JSON.stringify(large)).end()).toMatchObject({ status: 429 })

  finish()
  await vi.waitFor(async () =>
    expect(await begin(url, JSON.stringify(large)).end()).toMatchObject({ status: 200 }),
  )
})

test('who leaves before it is known who asks keeps no place', async () => {
  const member = await server.member()
  const { db } = server.database
  await server.catchUpWithDatabase()
  const gone = await db.transaction(async (tx) => {
    // The look at who asks waits for this transaction.
    await tx.execute(sql`lock table users in access exclusive mode`)
    server.app.features.sessionCache.forgetUser(member.user.id)
    // A server that has much to read does not see that nobody is there any more.
    const left = begin(server.url, JSON.stringify(large), { member, first: 10 })
    await waitForBlockedQuery(tx)
    left.breakOff()
    // Whatever comes later is answered after the end of that one was seen.
    for (let time = 0; time < 3; time++) await server.client().get('/healthz')
    return left
  })
  await expect(gone.answer).rejects.toThrow('socket hang up')
  await vi.waitFor(async () => expect((await member.post('/api/posts', large)).status).toBe(400))
})

const LARGEST = JSON.stringify({ content: 'x', mediaUrl: `data:,${'A'.repeat(24_000_000)}` })

type Answer = { status: number | undefined; retryAfter: string | undefined; body: string }
type Begun = { answer: Promise<Answer>; end(): Promise<Answer>; breakOff(): void }

type Sender = { member?: TestClient; path?: string; first?: number }

/** Sends the `first` bytes of a body, all but its last one if nothing is said. */
function begin(
  url: string,
  body: string,
  { member, path = '/api/posts', first = body.length - 1 }: Sender = {},
): Begun {
  const sent = request(url + path, {
    method: 'POST',
    agent: false,
    headers: {
      cookie: member?.cookie ?? '',
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  const answer = answerOf(sent)
  // Who breaks off has no answer, and who is refused can't send the rest.
  answer.catch(() => {})
  sent.on('error', () => {})
  sent.write(body.slice(0, first))
  return {
    answer,
    end() {
      sent.end(body.slice(first))
      return answer
    },
    breakOff: () => sent.destroy(),
  }
}

async function answerOf(sent: ClientRequest): Promise<Answer> {
  const [response]: IncomingMessage[] = await once(sent, 'response')
  if (!response) throw new Error('no answer')
  return {
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
    body: await text(response),
  }
}

/** Of bodies that all wait for their last byte, the one that is answered without it. */
async function firstRefused(bodies: readonly Begun[]): Promise<{ refused: Answer; others: Begun[] }> {
  const { refused, begun } = await Promise.race(
    bodies.map(async (each) => ({ refused: await each.answer, begun: each })),
  )
  return { refused, others: bodies.filter((each) => each !== begun) }
}

/** One call alone, with one member, and a job of the test's own behind it. */
async function startCall(job: () => Promise<void>): Promise<string> {
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
    await incoming.holdBody(job)
    return {}
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}
