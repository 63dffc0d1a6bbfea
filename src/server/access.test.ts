import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as auth from '#shared/auth.ts'
import * as chat from '#shared/chat.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import * as streams from '#shared/streams.ts'
import * as users from '#shared/users.ts'
import { users as usersTable } from './features/users/schema.ts'
import { type TestApp, startTestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** One call on a private stream of the owner, or on what the table says. */
type Call = { path: string; body?: unknown }
type Scene = { publicStream: string; privateStream: string; owner: TestClient }
type Expected = { visitor: number; deactivated: number; stranger: number; owner: number }
type Case = { call: (scene: Scene) => Call; expected: Expected }

const everyone = (status: number): Expected => ({
  visitor: status,
  deactivated: status,
  stranger: status,
  owner: status,
})

/** Every endpoint of the contract, by its method and path: a new one without a row here fails the first test. */
const CASES: Record<string, Case[]> = {
  'POST /api/auth/register': [
    {
      call: ({ owner }) => ({
        path: '/api/auth/register',
        body: { email: owner.user.email, password: 'long enough' },
      }),
      expected: everyone(409),
    },
  ],
  'POST /api/auth/login': [
    {
      call: ({ owner }) => ({
        path: '/api/auth/login',
        body: { email: owner.user.email, password: 'wrong' },
      }),
      expected: everyone(401),
    },
  ],
  'GET /api/auth/user': [
    {
      call: () => ({ path: '/api/auth/user' }),
      expected: { visitor: 401, deactivated: 401, stranger: 200, owner: 200 },
    },
  ],
  'GET /api/users/:userId': [
    { call: ({ owner }) => ({ path: `/api/users/${owner.user.id}` }), expected: everyone(200) },
  ],
  'GET /api/users/:userId/streams': [
    { call: ({ owner }) => ({ path: `/api/users/${owner.user.id}/streams` }), expected: everyone(200) },
  ],
  'POST /api/streams': [
    {
      call: () => ({ path: '/api/streams', body: { title: 'A title', category: 'Gaming' } }),
      expected: { visitor: 401, deactivated: 401, stranger: 201, owner: 201 },
    },
  ],
  'GET /api/streams/live': [{ call: () => ({ path: '/api/streams/live' }), expected: everyone(200) }],
  'GET /api/streams/:id': [
    { call: (scene) => ({ path: `/api/streams/${scene.publicStream}` }), expected: everyone(200) },
    {
      call: (scene) => ({ path: `/api/streams/${scene.privateStream}` }),
      expected: { visitor: 404, deactivated: 404, stranger: 200, owner: 200 },
    },
  ],
  'PUT /api/streams/:id': [
    {
      call: (scene) => ({ path: `/api/streams/${scene.publicStream}`, body: { isLive: false } }),
      expected: { visitor: 401, deactivated: 401, stranger: 403, owner: 200 },
    },
  ],
  'GET /api/streams/:id/chat': [
    { call: (scene) => ({ path: `/api/streams/${scene.publicStream}/chat` }), expected: everyone(200) },
    {
      call: (scene) => ({ path: `/api/streams/${scene.privateStream}/chat` }),
      expected: { visitor: 404, deactivated: 404, stranger: 200, owner: 200 },
    },
  ],
  'POST /api/chat/send': [
    {
      call: (scene) => ({
        path: '/api/chat/send',
        body: { streamId: scene.privateStream, message: 'Selam' },
      }),
      expected: { visitor: 401, deactivated: 401, stranger: 201, owner: 201 },
    },
  ],
}

const exported: unknown[] = Object.values({ ...auth, ...chat, ...streams, ...users })
const contract = exported.filter(isEndpoint)
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

let server: TestApp
let scene: Scene
let callers: Record<keyof Expected, TestClient>

beforeAll(async () => {
  server = await startTestApp()
  const [owner, stranger, deactivated] = [await server.member(), await server.member(), await server.member()]
  await server.database.db
    .update(usersTable)
    .set({ isActive: false })
    .where(eq(usersTable.id, deactivated.user.id))
  scene = {
    owner,
    publicStream: (await owner.createStream()).id,
    privateStream: (await owner.createStream({ settings: { isPublic: false } })).id,
  }
  callers = { visitor: server.client(), deactivated, stranger, owner }
})
afterAll(() => server.close())

test('every endpoint of the contract is mounted and stands in this table', () => {
  const mounted = new Set(server.app.routes.map(nameOf))
  for (const endpoint of contract) {
    expect(mounted, nameOf(endpoint)).toContain(nameOf(endpoint))
    expect(Object.keys(CASES), nameOf(endpoint)).toContain(nameOf(endpoint))
  }
})

test('every mounted address says who may call it', () => {
  const silent = server.app.routes.filter(
    ({ access, path }) => access === undefined && path !== '/favicon.svg',
  )
  expect(silent).toEqual([])
})

const CALLS = Object.entries(CASES).flatMap(([name, cases]) =>
  cases.map((each, index) => ({ name, index, ...each })),
)

test.each(CALLS)('$name ($index) answers each caller as it should', async ({ name, call, expected }) => {
  const [method = ''] = name.split(' ')
  const { path, body } = call(scene)
  for (const caller of ['visitor', 'deactivated', 'stranger', 'owner'] as const) {
    const answer = await callers[caller].send(method, path, body)
    expect(answer.status, `${caller}: ${JSON.stringify(answer.body)}`).toBe(expected[caller])
    if (answer.status === 401 && name !== 'POST /api/auth/login') {
      expect(answer.body).toEqual({ message: 'Unauthorized', code: 'unauthorized' })
    }
  }
})

test('no endpoint takes an id that cannot exist for anything but a missing record', async () => {
  for (const path of ['/api/streams/42', '/api/users/null', '/api/streams/42/chat']) {
    const answer = await callers.owner.get(path)
    expect(answer.status, path).toBe(404)
  }
})

test('e-mail addresses and stream keys reach nobody but their owner', async () => {
  const { owner, publicStream } = scene
  for (const caller of [callers.visitor, callers.stranger]) {
    for (const path of [`/api/users/${owner.user.id}`, `/api/streams/${publicStream}`]) {
      const text = JSON.stringify((await caller.get(path)).body)
      expect(text).not.toContain(owner.user.email)
      expect(text).not.toContain('streamKey')
      expect(text).not.toContain('rtcOfferId')
      expect(text).not.toContain('assword')
    }
  }
  expect((await owner.get(`/api/streams/${publicStream}`)).body).toHaveProperty('streamKey')
})

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'response' in value
}
