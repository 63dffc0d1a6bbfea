import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { analyticsEvents } from '#server/logs/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { userTopic } from '#server/features/accounts/users/topics.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ rates: { follows: { points: 10_000, seconds: 600 } } })
})
afterAll(() => server.close())

const follow = (follower: TestClient, followed: TestClient, body?: object) =>
  follower.post(`/api/users/${followed.user.id}/follow`, body)
const unfollow = (follower: TestClient, followed: TestClient) =>
  follower.post(`/api/users/${followed.user.id}/unfollow`)
const isFollowing = async (follower: TestClient, followed: TestClient) =>
  (await follower.get(`/api/follows/${follower.user.id}/${followed.user.id}`)).body

test('the same call follows and unfollows, and updates the counts of both', async () => {
  const [ada, ben] = [await server.member(), await server.member()]
  expect(await follow(ada, ben)).toMatchObject({ status: 200, body: { following: true, followersCount: 1 } })
  expect(await isFollowing(ada, ben)).toEqual({ following: true })
  expect(await isFollowing(ben, ada)).toEqual({ following: false })
  expect((await ada.get('/api/auth/user')).body).toMatchObject({ followersCount: 0, followingCount: 1 })
  expect((await ben.get('/api/auth/user')).body).toMatchObject({ followersCount: 1, followingCount: 0 })
  expect((await follow(ada, ben)).body).toEqual({ following: false, followersCount: 0 })
  expect(await isFollowing(ada, ben)).toEqual({ following: false })
  expect((await ada.get('/api/auth/user')).body).toMatchObject({ followingCount: 0 })
})

test('repeating a desired state changes nothing', async () => {
  const [ada, ben] = [await server.member(), await server.member()]
  for (const following of [true, true, false, false, true]) {
    const body = { following, followersCount: following ? 1 : 0 }
    expect((await follow(ada, ben, { following })).body).toEqual(body)
  }
})

test('unfollow always ends unfollowed', async () => {
  const [ada, ben] = [await server.member(), await server.member()]
  await follow(ada, ben)
  for (let times = 0; times < 2; times++)
    expect((await unfollow(ada, ben)).body).toEqual({ following: false, followersCount: 0 })
})

test('users cannot follow themselves', async () => {
  const ada = await server.member()
  for (const response of [await follow(ada, ada), await unfollow(ada, ada)])
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid', fields: [{ path: 'userId' }] } })
})

test('a missing or inactive member cannot be followed', async () => {
  const [ada, inactive] = [await server.member(), await server.member()]
  await follow(ada, inactive)
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, inactive.user.id))
  for (const id of [inactive.user.id, randomUUID(), 'null'])
    expect((await ada.post(`/api/users/${id}/follow`)).status, id).toBe(404)
  expect(await isFollowing(ada, inactive)).toEqual({ following: false })
})

test('a follow creates one notification, which an unfollow removes', async () => {
  const [ada, ben] = [await server.member(), await server.member()]
  const notifications = async () => (await ben.get('/api/notifications')).body
  await follow(ada, ben)
  await follow(ada, ben, { following: true })
  expect(await notifications()).toHaveLength(1)
  await unfollow(ada, ben)
  expect(await notifications()).toEqual([])
})

test('a follow is recorded as an event, a repeated one is not', async () => {
  const [ada, ben] = [await server.member(), await server.member()]
  await follow(ada, ben, { following: true })
  await follow(ada, ben, { following: true })
  const rows = await server.database.db
    .select()
    .from(analyticsEvents)
    .where(eq(analyticsEvents.userId, ada.user.id))
  expect(rows.filter(({ eventType }) => eventType === 'member_followed')).toMatchObject([
    { metadata: { followingId: ben.user.id } },
  ])
})

test('pages that show one of the two get the new counts', async () => {
  const [ada, ben] = [await server.member(), await server.member()]
  const messages: unknown[] = []
  for (const { user } of [ada, ben])
    onTestFinished(server.app.context.hub.subscribe(userTopic(user.id), (message) => messages.push(message)))
  await follow(ada, ben, { following: true })
  await follow(ada, ben, { following: true })
  expect(messages).toHaveLength(2)
  expect(messages).toEqual(
    expect.arrayContaining([
      { type: 'user_changed', userId: ada.user.id, data: { followersCount: 0, followingCount: 1 } },
      { type: 'user_changed', userId: ben.user.id, data: { followersCount: 1, followingCount: 0 } },
    ]),
  )
})

test('pages that show a member followed by several at once end with the final count', async () => {
  const [ada, ...crowd] = await Promise.all(Array.from({ length: 7 }, () => server.member()))
  const counts: unknown[] = []
  const topic = userTopic(ada?.user.id ?? '')
  onTestFinished(server.app.context.hub.subscribe(topic, (message) => counts.push(message)))
  if (ada) await Promise.all(crowd.map((one) => follow(one, ada, { following: true })))
  await vi.waitFor(() => expect(counts.at(-1)).toMatchObject({ data: { followersCount: 6 } }))
  // The first change at once, the others as one.
  expect(counts).toHaveLength(2)
})

test('every page of the follower gets the change and its new counts, and nobody else', async () => {
  const [ada, ben] = [await server.member(), await server.member()]
  const [mine, other] = [await ada.openSocket(), await ben.openSocket()]
  await follow(ada, ben)
  await unfollow(ada, ben)
  for (const [isFollowing, count] of [
    [true, 1],
    [false, 0],
  ] as const)
    expect(await mine.waitFor('follow_changed')).toEqual({
      type: 'follow_changed',
      userId: ben.user.id,
      data: { isFollowing, followersCount: count, followingCount: count },
    })
  await other.roundTrip()
  expect(other.received.filter(({ type }) => type === 'follow_changed')).toEqual([])
  for (const socket of [mine, other]) socket.close()
})

test('concurrent toggles keep the counts correct, without a deadlock', async () => {
  const crowd = await Promise.all(Array.from({ length: 6 }, () => server.member()))
  const pairs = crowd.flatMap((one) => crowd.flatMap((other) => (one === other ? [] : [{ one, other }])))
  const toggles = Array.from({ length: 6 }, () => pairs).flat()
  const responses = await Promise.all(toggles.map(({ one, other }) => follow(one, other)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  await Promise.all(pairs.map(({ one, other }) => follow(one, other, { following: true })))
  for (const member of crowd)
    expect((await member.get('/api/auth/user')).body).toMatchObject({ followersCount: 5, followingCount: 5 })
  await expectCorrectCounts()
})

test('two members can follow each other at the same time', async () => {
  const [ada, ben] = [await server.member(), await server.member()]
  for (let round = 0; round < 10; round++) {
    const responses = await Promise.all([follow(ada, ben), follow(ben, ada)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
  }
  await expectCorrectCounts()
})

test('follows and unfollows share a rate limit per member', async () => {
  const narrow = await startTestApp({ rates: { follows: { points: 2, seconds: 600 } } })
  onTestFinished(() => narrow.close())
  const [ada, ben] = [await narrow.member(), await narrow.member()]
  expect((await follow(ada, ben)).status).toBe(200)
  expect((await unfollow(ada, ben)).status).toBe(200)
  const refused = await follow(ada, ben)
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await follow(ben, ada)).status).toBe(200)
})

async function expectCorrectCounts(): Promise<void> {
  const { rows } = await server.database.db.execute(sql`
    select id from users u where
      followers_count <> (select count(*) from follows where following_id = u.id)
      or following_count <> (select count(*) from follows where follower_id = u.id)`)
  expect(rows).toEqual([])
}
