import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { comment } from '#shared/community/comments.ts'
import { type Notification, countUnread, listNotifications } from '#shared/notifications/notifications.ts'
import { follows } from '#server/features/accounts/follows/schema.ts'
import { posts } from '#server/features/community/posts/schema.ts'
import { activeDays } from '#server/features/accounts/activity/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import type { NotificationEvent } from './notification-event.ts'
import { waitForDeliveries } from './deliver-notifications.ts'
import { recordNotifications, withdrawNotification } from './notify.ts'
import { collectChanges, deliver } from './test-changes.ts'
import { notifications } from './schema.ts'

let server: TestApp
let ada: TestClient
let ben: TestClient
beforeAll(async () => {
  server = await startTestApp()
  ada = await server.member()
  ben = await server.member()
})
afterAll(() => server.close())

test('the recipient lists, counts and reads its notifications', async () => {
  const member = await server.member()
  const post = await insertPost(member, 'Jollof for everyone')
  await notify({ type: 'like', userId: member.user.id, actorId: ada.user.id, postId: post })
  await notify({ type: 'like', userId: member.user.id, actorId: ben.user.id, postId: post })
  const [like, ...others] = await listOf(member)
  expect(others).toEqual([])
  expect(like).toMatchObject({
    type: 'like',
    actorsCount: 2,
    post: { id: post, excerpt: 'Jollof for everyone' },
    isRead: false,
  })
  expect(like?.actors.map(({ id }) => id).toSorted()).toEqual([ada.user.id, ben.user.id].toSorted())
  expect(await unreadCountOf(member)).toBe(1)
  expect((await member.post('/api/notifications/read', { ids: [like?.id] })).body).toEqual({ unreadCount: 0 })
  expect(await listOf(member)).toMatchObject([{ isRead: true }])
})

test('a user cannot list, count or read another user’s notifications', async () => {
  const [member, stranger] = [await server.member(), await server.member()]
  await notify({ type: 'follow', userId: member.user.id, actorId: ada.user.id })
  const [follow] = await listOf(member)
  expect(await listOf(stranger)).toEqual([])
  await stranger.post('/api/notifications/read', { ids: [follow?.id] })
  await stranger.post('/api/notifications/read')
  expect(await unreadCountOf(member)).toBe(1)
})

test('e-mail addresses of actors are masked except for admins', async () => {
  await notify({ type: 'follow', userId: ben.user.id, actorId: ada.user.id })
  await notify({ type: 'follow', userId: server.admin.user.id, actorId: ada.user.id })
  expect(JSON.stringify(await listOf(ben))).not.toContain(ada.user.email)
  expect(JSON.stringify(await listOf(server.admin))).toContain(ada.user.email)
})

test('pages have no gaps or repeats', async () => {
  const member = await server.member()
  for (let index = 0; index < 5; index++) {
    const postId = await insertPost(member, `Post ${index}`)
    await notify({ type: 'like', userId: member.user.id, actorId: ada.user.id, postId })
  }
  // The same time for all, so that the id decides.
  await server.database.db
    .update(notifications)
    .set({ lastAt: new Date() })
    .where(eq(notifications.userId, member.user.id))
  const ids: string[] = []
  let path: string | undefined = '/api/notifications?limit=2'
  while (path) {
    const response = await member.get(path)
    ids.push(...listNotifications.response.parse(response.body).map(({ id }) => id))
    path = /<(.*)>/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(ids).toHaveLength(5)
  expect(new Set(ids).size).toBe(5)
})

test.each(['not-base64!', 'WyJhIiwiYiJd', Buffer.from('["0000-01-01T00:00:00Z","x"]').toString('base64url')])(
  'a forged cursor (%s) is refused',
  async (cursor) => {
    expect(await ada.get(`/api/notifications?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    })
  },
)

test('deleting a post deletes its notifications from the list', async () => {
  const member = await server.member()
  const postId = await insertPost(member, 'Soon deleted')
  await notify({ type: 'like', userId: member.user.id, actorId: ada.user.id, postId })
  await server.database.db.delete(posts).where(eq(posts.id, postId))
  expect(await listOf(member)).toEqual([])
  expect(await unreadCountOf(member)).toBe(0)
})

test('inactive users are omitted from notifications, and notifications without other actors too', async () => {
  const [member, inactive] = [await server.member(), await server.member()]
  const postId = await insertPost(member, 'Hello')
  for (const actor of [inactive, ada])
    await notify({ type: 'like', userId: member.user.id, actorId: actor.user.id, postId })
  await notify({ type: 'follow', userId: member.user.id, actorId: inactive.user.id })
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, inactive.user.id))
  expect(await listOf(member)).toMatchObject([
    { type: 'like', actorsCount: 1, actors: [{ id: ada.user.id }] },
  ])
  expect(await unreadCountOf(member)).toBe(1)
})

test('the unread count skips notifications without active actors after every change of actors', async () => {
  const [member, changing] = [await server.member(), await server.member()]
  const postId = await insertPost(member, 'Hello')
  const likeOf = (actor: TestClient): NotificationEvent => ({
    type: 'like',
    userId: member.user.id,
    actorId: actor.user.id,
    postId,
  })
  const unlike = (actor: TestClient) =>
    collectChanges(server, (dependencies, tx) => withdrawNotification(dependencies, tx, likeOf(actor)))
  const setActive = (isActive: boolean) =>
    server.database.db.update(users).set({ isActive }).where(eq(users.id, changing.user.id))
  const steps: [unread: number, step: () => Promise<unknown>][] = [
    [1, () => notify(likeOf(changing))],
    [1, () => notify(likeOf(ada))],
    [1, () => setActive(false)],
    [0, () => unlike(ada)],
    [1, () => notify(likeOf(ben))],
    [0, () => unlike(ben)],
    [1, () => setActive(true)],
    [1, () => recordDuring(likeOf(ben), () => setActive(false).execute())],
    [0, () => unlike(ben)],
    [0, () => server.database.db.delete(users).where(eq(users.id, changing.user.id))],
  ]
  for (const [index, [unread, step]] of steps.entries()) {
    await step()
    expect(await unreadCountOf(member), `step ${index}`).toBe(unread)
    expect(await listOf(member), `step ${index}`).toHaveLength(unread)
    expect(await inconsistentlyHidden(), `step ${index}`).toEqual([])
  }
})

/** Records an event in a transaction that commits once the concurrent query waits for its lock. */
async function recordDuring(event: NotificationEvent, query: () => Promise<unknown>): Promise<void> {
  let done: Promise<unknown> | undefined
  await server.database.db.transaction(async (tx) => {
    await recordNotifications({ publish: () => undefined }, tx, [event])
    done = query()
    await waitForBlockedQuery(server.database.db)
  })
  await done
}

/** Notifications whose `is_hidden` is inconsistent with their actors. */
async function inconsistentlyHidden(): Promise<unknown[]> {
  const { rows } = await server.database.pool.query(`
    select id, is_hidden from notifications n where is_hidden = exists (
      select from notification_actors a join users u on u.id = a.actor_id and u.is_active
      where a.notification_id = n.id and a.withdrawn_at is null)`)
  return rows
}

test('every socket of the recipient receives a notification, and no other socket does', async () => {
  const member = await server.member()
  const [first, second, other] = [
    await member.openSocket(),
    await member.openSocket(),
    await ada.openSocket(),
  ]
  const visitor = await server.client().openSocket()
  await Promise.all([first, second, other, visitor].map((socket) => socket.roundTrip()))
  await notify({ type: 'follow', userId: member.user.id, actorId: ben.user.id })
  for (const socket of [first, second])
    expect(await socket.waitFor('notification')).toMatchObject({
      unreadCount: 1,
      data: { type: 'follow', actors: [{ id: ben.user.id }], isRead: false },
    })
  for (const socket of [other, visitor]) {
    await socket.roundTrip()
    expect(socket.received).toEqual([])
  }
  await member.post('/api/notifications/read')
  expect(await second.waitFor('notification')).toMatchObject({ unreadCount: 0, data: null })
  for (const socket of [first, second, other, visitor]) socket.close()
})

test('a withdrawal is published to open pages with the new unread count', async () => {
  const [member, fan] = [await server.member(), await server.member()]
  const { id } = await member.createPost()
  await fan.post(`/api/users/${member.user.id}/follow`, { following: true })
  await waitForDeliveries(server.app.context.hub)
  const socket = await member.openSocket()
  await socket.roundTrip()
  const nextWithdrawal = () => socket.waitFor('notifications_withdrawn')
  const nextNotificationId = async () => (await socket.waitFor('notification')).data?.id

  await fan.post(`/api/posts/${id}/like`, { liked: true })
  const like = await nextNotificationId()
  await fan.post(`/api/posts/${id}/like`, { liked: false })
  expect(await nextWithdrawal()).toMatchObject({ ids: [like], unreadCount: 1 })

  const postOfFan = await fan.createPost({ content: `Thanks to @${member.user.handle}` })
  const mention = await nextNotificationId()
  const response = await fan.post(`/api/posts/${postOfFan.id}/comments`, {
    content: `@${member.user.handle}`,
  })
  const mentionInComment = await nextNotificationId()
  await fan.send('DELETE', `/api/comments/${comment.parse(response.body).id}`)
  expect(await nextWithdrawal()).toMatchObject({ ids: [mentionInComment], unreadCount: 2 })
  await fan.send('DELETE', `/api/posts/${postOfFan.id}`)
  expect(await nextWithdrawal()).toMatchObject({ ids: [mention], unreadCount: 1 })

  await fan.post(`/api/users/${member.user.id}/unfollow`)
  expect(await nextWithdrawal()).toMatchObject({ unreadCount: 0 })
  expect(await listOf(member)).toEqual([])
  socket.close()
})

test('repeated likes and follows are delivered once and are listed in the end', async () => {
  const [member, fan] = [await server.member(), await server.member()]
  const { id } = await member.createPost()
  const socket = await member.openSocket()
  await socket.roundTrip()
  for (let round = 0; round < 5; round++) {
    await fan.post(`/api/posts/${id}/like`)
    await fan.post(`/api/users/${member.user.id}/follow`)
    // A notification that is read before its delivery is not delivered.
    if (round === 2) {
      await waitForDeliveries(server.app.context.hub)
      await member.post('/api/notifications/read')
    }
    await fan.post(`/api/posts/${id}/like`)
    await fan.post(`/api/users/${member.user.id}/follow`)
  }
  await fan.post(`/api/posts/${id}/like`)
  await fan.post(`/api/users/${member.user.id}/follow`)
  await waitForDeliveries(server.app.context.hub)
  await socket.roundTrip()
  const delivered = socket.received.flatMap((message) =>
    message.type === 'notification' && message.data ? [message.data.type] : [],
  )
  expect(delivered.toSorted()).toEqual(['follow', 'like'])
  expect((await listOf(member)).map(({ type, isRead }) => [type, isRead]).toSorted()).toEqual([
    ['follow', true],
    ['like', true],
  ])
  expect(await unreadCountOf(member)).toBe(0)
  socket.close()
})

test('the unread count after a repeated like is published to open pages', async () => {
  const [member, fan] = [await server.member(), await server.member()]
  const { id } = await member.createPost()
  const socket = await member.openSocket()
  await socket.roundTrip()
  const like = async (liked: boolean) => {
    await fan.post(`/api/posts/${id}/like`, { liked })
    await waitForDeliveries(server.app.context.hub)
  }
  await like(true)
  expect(await socket.waitFor('notification')).toMatchObject({ unreadCount: 1 })
  for (let count = 0; count < 2; count++) {
    await like(false)
    expect(await socket.waitFor('notifications_withdrawn')).toMatchObject({ unreadCount: 0 })
    await like(true)
    expect(await socket.waitFor('notification')).toMatchObject({ unreadCount: 1, data: null })
  }
  expect(await unreadCountOf(member)).toBe(1)
  socket.close()
})

test('a repeated like does not stop the delivery of another one of the same post', async () => {
  const member = await server.member()
  const event = { type: 'like', userId: member.user.id, postId: await insertPost(member, 'Both') } as const
  const like = (actor: TestClient) =>
    collectChanges(server, (dependencies, tx) =>
      recordNotifications(dependencies, tx, [{ ...event, actorId: actor.user.id }]),
    )
  const first = await like(ben)
  deliver(server, first)
  await waitForDeliveries(server.app.context.hub)
  const socket = await member.openSocket()
  await socket.roundTrip()
  const joined = await like(ada)
  await collectChanges(server, (dependencies, tx) =>
    withdrawNotification(dependencies, tx, { ...event, actorId: ben.user.id }),
  )
  const repeated = await like(ben)
  expect([joined, repeated]).toMatchObject([[{ id: first[0]?.id }], [{ id: first[0]?.id, kind: 'restored' }]])
  deliver(server, [...joined, ...repeated])
  expect(await socket.waitFor('notification')).toMatchObject({ unreadCount: 1, data: { actorsCount: 2 } })
  socket.close()
})

test('a notification with a remaining actor is not withdrawn', async () => {
  const [member, fan] = [await server.member(), await server.member()]
  const { id } = await member.createPost()
  for (const client of [fan, ada]) await client.post(`/api/posts/${id}/like`, { liked: true })
  await waitForDeliveries(server.app.context.hub)
  const socket = await member.openSocket()
  await socket.roundTrip()
  await fan.post(`/api/posts/${id}/like`, { liked: false })
  expect(await socket.roundTrip()).toBe(true)
  expect(socket.received).toEqual([])
  expect(await listOf(member)).toMatchObject([{ actors: [{ id: ada.user.id }], actorsCount: 1 }])
  socket.close()
})

test('thirty mentions cost as many statements as one', async () => {
  // An app of its own, without jobs: the counts of posts that other tests have changed are read again a second later.
  const quiet = await startTestApp({ env: { JOBS: 'off' } })
  onTestFinished(() => quiet.close())
  const author = await quiet.member()
  const rows = Array.from({ length: 30 }, (_, index) => ({
    email: `named-${index}@example.org`,
    handle: `named_${index}`,
  }))
  await quiet.database.db.insert(users).values(rows)
  // Written a moment after the sign-up: it must not be counted with a call.
  const isRecorded = eq(activeDays.userId, author.user.id)
  await vi.waitFor(async () => expect(await quiet.database.db.$count(activeDays, isRecorded)).toBe(1))
  const all = rows.map(({ handle }) => `@${handle}`).join(' ')
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  const statementsOf = async (path: string, content: string) => {
    // A write evicts the user from the session cache; this fills it before each count.
    await quiet.catchUpWithDatabase()
    await author.get('/api/auth/user')
    query.mockClear()
    expect(await author.post(path, { content })).toMatchObject({ status: 201 })
    // Delivery after the response runs statements, too; they must not be counted with the next call.
    await waitForDeliveries(quiet.app.context.hub)
    const { database } = quiet.database.pool.options
    return query.mock.calls.filter(([statement], index) => {
      const client = query.mock.contexts[index]
      return client instanceof pg.Client && client.database === database && !isHealthCheck(statement)
    }).length
  }
  expect(await statementsOf('/api/posts', all)).toBe(await statementsOf('/api/posts', '@named_0'))
  // A post each: the count of a post that gets a second comment within a second is read again.
  const commentsOnNewPost = async () => `/api/posts/${(await author.createPost()).id}/comments`
  const one = await statementsOf(await commentsOnNewPost(), '@named_0')
  expect(one).toBeGreaterThan(5)
  expect(await statementsOf(await commentsOnNewPost(), all)).toBe(one)
  const mentions = await quiet.database.db.$count(notifications, eq(notifications.type, 'mention'))
  expect(mentions).toBe(62)
})

/** The listener for row changes checks its connection every few seconds with a pg_notify of its own. */
const isHealthCheck = (statement: unknown) => typeof statement === 'string' && statement.includes('pg_notify')

test('many concurrent likes reach an open page as a few messages, the last with the right count', async () => {
  const member = await server.member()
  const postId = await insertPost(member, 'Everybody likes this')
  const socket = await member.openSocket()
  await socket.roundTrip()
  const likers = await Promise.all(Array.from({ length: 10 }, () => server.member()))
  await Promise.all(
    likers.map((liker) => notify({ type: 'like', userId: member.user.id, actorId: liker.user.id, postId })),
  )
  const last = await socket.waitFor('notification', ({ data }) => data?.actorsCount === 10)
  expect(last).toMatchObject({ unreadCount: 1, data: { actors: { length: 3 } } })
  socket.close()
})

test('followers are notified of a public start at most once an hour, unless they have disabled it', async () => {
  const [creator, fan, optedOut] = [await server.member(), await server.member(), await server.member()]
  await followAll([fan, optedOut], creator)
  await optedOut.put('/api/auth/preferences', { notifications: { live: false } })
  const socket = await fan.openSocket()
  await socket.roundTrip()
  const stream = await creator.createStream({ title: 'Sunday choir' })
  const restart = async () => {
    await creator.put(`/api/streams/${stream.id}`, { isLive: false })
    await creator.put(`/api/streams/${stream.id}`, { isLive: true })
  }
  await restart()
  expect(await socket.waitFor('notification')).toMatchObject({
    unreadCount: 1,
    data: {
      type: 'live',
      actors: [{ id: creator.user.id }],
      actorsCount: 1,
      stream: { id: stream.id, title: 'Sunday choir', isLive: true },
    },
  })
  await fan.post('/api/notifications/read')
  // A later follower is notified in the same statement: once it is, no other follower will be.
  const laterFollower = await server.member()
  await followAll([laterFollower], creator)
  await restart()
  await vi.waitFor(async () => expect(await listOf(laterFollower)).toHaveLength(1))
  expect(await listOf(fan)).toHaveLength(1)
  const hourAgo = new Date(Date.now() - 61 * 60 * 1000)
  await server.database.db
    .update(notifications)
    .set({ lastAt: hourAgo })
    .where(eq(notifications.type, 'live'))
  await restart()
  await vi.waitFor(async () => expect(await listOf(fan)).toHaveLength(2))
  expect(await listOf(laterFollower)).toHaveLength(1)
  expect(await listOf(optedOut)).toEqual([])
  socket.close()
})

test('followers are not notified of a private stream', async () => {
  const [creator, fan] = [await server.member(), await server.member()]
  await followAll([fan], creator)
  const hidden = await creator.createStream({ settings: { isPublic: false } })
  await creator.put(`/api/streams/${hidden.id}`, { isLive: true })
  await creator.put(`/api/streams/${hidden.id}`, { isLive: false })
  const visible = await creator.createStream({ title: 'For all' })
  await creator.put(`/api/streams/${visible.id}`, { isLive: true })
  await vi.waitFor(async () => expect(await listOf(fan)).toMatchObject([{ stream: { title: 'For all' } }]))
})

test('thousands of followers are all notified of a start', async () => {
  const creator = await server.member()
  const { db } = server.database
  const fans = Array.from({ length: 2500 }, (_, index) => ({
    id: crypto.randomUUID(),
    email: `fan-${index}@example.org`,
    handle: `fan_${index}`,
  }))
  await db.insert(users).values(fans)
  await db.insert(follows).values(fans.map(({ id }) => ({ followerId: id, followingId: creator.user.id })))
  const stream = await creator.createStream()
  await creator.put(`/api/streams/${stream.id}`, { isLive: true })
  const countNotified = () => db.$count(notifications, eq(notifications.subjectId, stream.id))
  await vi.waitFor(async () => expect(await countNotified()).toBe(2500), 10_000)
})

async function notify(event: NotificationEvent): Promise<void> {
  const { db, publish } = server.app.context
  await db.transaction((tx) => recordNotifications({ publish }, tx, [event]))
}

async function insertPost(author: TestClient, content: string): Promise<string> {
  const values = { authorId: author.user.id, content }
  const [row] = await server.database.db.insert(posts).values(values).returning({ id: posts.id })
  if (!row) throw new Error('no post')
  return row.id
}

async function followAll(fans: readonly TestClient[], creator: TestClient): Promise<void> {
  await server.database.db
    .insert(follows)
    .values(fans.map(({ user }) => ({ followerId: user.id, followingId: creator.user.id })))
}

async function listOf(member: TestClient): Promise<Notification[]> {
  return listNotifications.response.parse((await member.get('/api/notifications')).body)
}

async function unreadCountOf(member: TestClient): Promise<number> {
  return countUnread.response.parse((await member.get('/api/notifications/unread')).body).unreadCount
}
