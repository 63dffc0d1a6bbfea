import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { userSummary } from '#shared/accounts/follows.ts'
import { endStream } from './end-stream.ts'
import { hideStream } from './hide-stream.ts'
import { applyMigrations } from '#server/db/migrate.ts'
import { migrateTo } from '#server/db/testing/earlier-migrations.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

/** The migration that stores with a user which stream is live. */
const LIVE_USERS = 74
const ids = [1, 2, 3, 4].map((number) => `0198c1d2-0000-7000-8000-00000000000${number}`)

let server: TestApp
beforeAll(async () => {
  const frequent = { points: 10_000, seconds: 600 }
  server = await startTestApp({
    rates: {
      streams: frequent,
      starts: frequent,
      searches: frequent,
      suggestions: frequent,
      userLists: frequent,
    },
  })
})
afterAll(() => server.close())

const OFFLINE = { isLive: false, liveStreamId: null }
const liveWith = (liveStreamId: string) => ({ isLive: true, liveStreamId })

async function startStream(client: TestClient, isPublic = true): Promise<string> {
  const { id } = await client.createStream({ settings: { isPublic } })
  await setLive(client, id, true)
  return id
}

async function setLive(client: TestClient, id: string, isLive: boolean): Promise<void> {
  expect(await client.put(`/api/streams/${id}`, { isLive })).toMatchObject({ status: 200 })
}

const setPublic = (client: TestClient, id: string, isPublic: boolean) =>
  client.put(`/api/streams/${id}`, { settings: { isPublic } })
const userOf = async (requester: TestClient, { user }: TestClient) =>
  (await requester.get(`/api/users/${user.id}`)).body
const follow = (one: TestClient, other: TestClient) =>
  one.post(`/api/users/${other.user.id}/follow`, { following: true })

/** Every response in which a page shows a user with an avatar, and what it shows of the creator. */
const SHAPES: Record<string, (scene: Scene) => Promise<unknown>> = {
  'the record of a user': async ({ fan, creator }) => userOf(fan, creator),
  'the own record': async ({ creator }) => (await creator.get('/api/auth/user')).body,
  'the author of a post': ({ fan, post }) => fan.get(`/api/posts/${post}`),
  'the feed': ({ fan }) => fan.get('/api/posts/feed?limit=100'),
  'the circle': ({ fan }) => fan.get('/api/posts/circle?limit=100'),
  'the author of a comment': ({ fan, fanPost }) => fan.get(`/api/posts/${fanPost}/comments`),
  'the creator of a video': ({ fan, video }) => fan.get(`/api/videos/${video}`),
  'the streamer of another stream': ({ fan, ended }) => fan.get(`/api/streams/${ended}`),
  'the users of the community': ({ fan }) => fan.get('/api/users?limit=100'),
  'users to mention': ({ fan, creator }) => fan.get(`/api/users?mention=${creator.user.handle}`),
  'people who are found': ({ fan, word }) => fan.get(`/api/search?type=people&q=${word}`),
  'people who are suggested while typing': ({ fan, word }) => fan.get(`/api/search/suggest?q=${word}`),
  'users to follow': ({ stranger }) => stranger.get('/api/users/suggested?limit=100'),
  followers: ({ fan }) => fan.get(`/api/users/${fan.user.id}/followers`),
  'followed users': ({ fan }) => fan.get(`/api/users/${fan.user.id}/following`),
  'the actor of a notification': ({ fan }) => fan.get('/api/notifications'),
}

type Scene = Awaited<ReturnType<typeof createScene>>

async function createScene() {
  const [creator, fan, stranger] = [await server.member(), await server.member(), await server.member()]
  const word = creator.user.lastName ?? ''
  await follow(fan, creator)
  await follow(creator, fan)
  const [{ id: post }, { id: fanPost }] = [await creator.createPost(), await fan.createPost()]
  await creator.post(`/api/posts/${fanPost}/comments`, { content: 'Asante' })
  const video = await storeVideo(server.database.db, creator.user.id, { title: word, isPublished: true })
  const ended = await startStream(creator)
  await setLive(creator, ended, false)
  return { creator, fan, stranger, word, post, fanPost, video, ended }
}

/** Returns the live state of a user wherever a response contains one, without repetitions. */
function liveStatesOf(value: unknown, userId: string): unknown[] {
  const states = new Map<string, unknown>()
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if ('id' in part && part.id === userId && 'isLive' in part && 'liveStreamId' in part) {
      const { isLive, liveStreamId } = part
      states.set(JSON.stringify([isLive, liveStreamId]), { isLive, liveStreamId })
    }
    for (const field of Object.values(part)) visit(field)
  }
  visit(value)
  return [...states.values()]
}

test('every response that shows a user tells whether the user is live in public, and never of a private stream', async () => {
  const scene = await createScene()
  const { creator } = scene
  const expectEverywhere = async (state: object) => {
    await server.catchUpWithDatabase()
    for (const [name, load] of Object.entries(SHAPES))
      expect({ name, states: liveStatesOf(await load(scene), creator.user.id) }).toEqual({
        name,
        states: [state],
      })
  }
  await expectEverywhere(OFFLINE)
  const streamId = await startStream(creator)
  await expectEverywhere(liveWith(streamId))
  await setPublic(creator, streamId, false)
  await expectEverywhere(OFFLINE)
  await setPublic(creator, streamId, true)
  await expectEverywhere(liveWith(streamId))
  await setLive(creator, streamId, false)
  await expectEverywhere(OFFLINE)
  const secretId = await startStream(creator, false)
  await expectEverywhere(OFFLINE)
  await setLive(creator, secretId, false)
})

test('a stream that ends without its owner is not live with its user any more', async () => {
  const [creator, fan] = [await server.member(), await server.member()]
  const { context } = server.app
  const [expired, removed] = [await startStream(creator), (await creator.createStream()).id]
  await endStream(context, expired, 'grace')
  expect(await userOf(fan, creator)).toMatchObject(OFFLINE)
  await setLive(creator, removed, true)
  expect(await userOf(fan, creator)).toMatchObject(liveWith(removed))
  await server.database.db.transaction((tx) => hideStream(context, tx, removed))
  expect(await userOf(fan, creator)).toMatchObject(OFFLINE)
})

test('who is hidden from a user is not live for them, by link and in the list of hidden users', async () => {
  const [creator, fan] = [await server.member(), await server.member()]
  const video = await storeVideo(server.database.db, creator.user.id, { isPublished: true })
  const streamId = await startStream(creator)
  const byLink = async (requester: TestClient) => [
    ...liveStatesOf(await userOf(requester, creator), creator.user.id),
    ...liveStatesOf((await requester.get(`/api/videos/${video}`)).body, creator.user.id),
    ...liveStatesOf((await requester.get(`/api/streams/${streamId}`)).body, creator.user.id),
  ]
  const [live, all] = [liveWith(streamId), (state: object) => [state, state, state]]
  expect(await byLink(fan)).toEqual(all(live))
  await creator.put(`/api/users/${fan.user.id}/block`)
  expect(await byLink(fan)).toEqual(all(OFFLINE))
  await creator.send('DELETE', `/api/users/${fan.user.id}/block`)
  for (const kind of ['block', 'mute']) {
    await fan.put(`/api/users/${creator.user.id}/${kind}`)
    const { body } = await fan.get(`/api/preferences/blocks?kind=${kind}`)
    expect(liveStatesOf(body, creator.user.id)).toEqual([OFFLINE])
    await fan.send('DELETE', `/api/users/${creator.user.id}/${kind}`)
  }
})

test('users who are live come first among all users, on every page, and among those found and suggested', async () => {
  const [popular, creator, fan] = [await server.member(), await server.member(), await server.member()]
  const word = `zawadi${Date.now()}`
  const language = `lang${Date.now()}`
  const profile = { lastName: word, languages: [language] }
  for (const each of [popular, creator])
    expect(await each.put('/api/auth/profile', profile)).toMatchObject({ status: 200 })
  const admirers = [await server.member(), await server.member()]
  for (const admirer of admirers) await follow(admirer, popular)
  const order = async (path: string, pick: (body: unknown) => { id: string }[]) => {
    const found = pick((await fan.get(path)).body).map(({ id }) => id)
    return found.filter((id) => [popular, creator].some(({ user }) => user.id === id))
  }
  const summaries = z.array(userSummary)
  const hits = z.array(z.object({ user: userSummary }))
  const lists = () =>
    Promise.all([
      order(`/api/users?language=${language}`, (body) => summaries.parse(body)),
      order('/api/users/suggested?limit=100', (body) => summaries.parse(body)),
      order(`/api/search?type=people&q=${word}`, (body) => hits.parse(body).map(({ user }) => user)),
    ])
  const [one, other] = [popular.user.id, creator.user.id]
  expect(await lists()).toEqual([
    [one, other],
    [one, other],
    [one, other],
  ])
  const streamId = await startStream(creator)
  expect(await lists()).toEqual([
    [other, one],
    [other, one],
    [other, one],
  ])
  const first = await fan.get(`/api/users?language=${language}&limit=1`)
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect(summaries.parse((await fan.get(next)).body).map(({ id }) => id)).toEqual([one])
  // The others continue where they were, also when a user goes live or ends in between.
  await setLive(creator, streamId, false)
  expect(summaries.parse((await fan.get(next)).body).map(({ id }) => id)).toEqual([one])
})

test('pages that show a user hear of starts and ends, also when they subscribe after it, and not of private streams', async () => {
  const [creator, fan] = [await server.member(), await server.member()]
  const socket = await fan.openSocket()
  const watch = { type: 'watch', postIds: [], userIds: [], liveUserIds: [creator.user.id] } as const
  socket.send(watch)
  await socket.roundTrip()
  const received = () =>
    socket.received.flatMap((message) => (message.type === 'user_live_changed' ? [message.data] : []))
  const streamId = await startStream(creator)
  await vi.waitFor(() => expect(received()).toEqual([liveWith(streamId)]))
  const late = await fan.openSocket()
  late.send(watch)
  expect(await late.waitFor('user_live_changed')).toMatchObject({ data: liveWith(streamId) })
  await setPublic(creator, streamId, false)
  await vi.waitFor(() => expect(received().at(-1)).toEqual(OFFLINE))
  const count = received().length
  await setLive(creator, streamId, false)
  await startStream(creator, false)
  await server.catchUpWithDatabase()
  await socket.roundTrip()
  expect(received()).toHaveLength(count)
  for (const each of [socket, late]) each.close()
})

test('an update finds who is live in public, and not who is live in private', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { pool } = database
  await migrateTo(pool, LIVE_USERS)
  await pool.query(`
    insert into users (id, email, handle) values ('${ids[0]}', 'a@example.org', 'a'), ('${ids[1]}', 'b@example.org', 'b');
    insert into streams (id, streamer_id, title, category, is_live, is_public) values
      ('${ids[2]}', '${ids[0]}', 'Choir', 'music', true, true), ('${ids[3]}', '${ids[1]}', 'Choir', 'music', true, false)`)
  await applyMigrations(pool)
  const { rows } = await pool.query('select handle, live_stream_id from users order by handle')
  expect(rows).toEqual([
    { handle: 'a', live_stream_id: ids[2] },
    { handle: 'b', live_stream_id: null },
  ])
})
