import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Notification, countUnread, listNotifications } from '#shared/notifications/notifications.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { QUIET_MS } from './notification-event.ts'
import { waitForDeliveries } from './deliver-notifications.ts'
import { notificationActors, notifications } from './schema.ts'
import { deleteWithdrawn } from './withdrawal-queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('after a restart, and on another server, a repeated like restores its notification as it was', async () => {
  const [author, fan] = [await server.member(), await server.member()]
  const [read, unread] = [await author.createPost(), await author.createPost()]
  await like(fan, read.id)
  await author.post('/api/notifications/read')
  await like(fan, unread.id)
  await waitForDeliveries(server.app.context.hub)
  const before = await listOf(author)
  expect(before.map(({ isRead }) => isRead)).toEqual([false, true])
  for (const { id } of [read, unread]) await like(fan, id, false)
  expect(await listOf(author)).toEqual([])
  expect(await unreadCountOf(author)).toBe(0)

  const other = await startTestApp({ database: server.database })
  onTestFinished(() => other.stop())
  const socket = await other.client().openSocket('', { cookie: author.cookie })
  await socket.roundTrip()
  for (const { id } of [read, unread]) {
    await other.client().post(`/api/posts/${id}/like`, { liked: true }, { cookie: fan.cookie })
    await waitForDeliveries(other.app.context.hub)
  }
  await socket.roundTrip()
  expect(socket.received.flatMap((message) => (message.type === 'notification' ? message : []))).toEqual([
    { type: 'notification', unreadCount: 0, data: null },
    { type: 'notification', unreadCount: 1, data: null },
  ])
  expect(await listOf(author)).toEqual(before)
  expect(await unreadCountOf(author)).toBe(1)
  socket.close()
})

test('a withdrawn actor is in no list and no count, and a hidden notification is not read', async () => {
  const author = await server.member()
  const fans = await Promise.all(Array.from({ length: 5 }, () => server.member()))
  const { id } = await author.createPost()
  for (const fan of fans) await like(fan, id)
  const [before] = await listOf(author)
  for (const [index, fan] of fans.entries()) {
    const left = fans.length - index
    const [notification] = await listOf(author)
    expect(notification).toMatchObject({ id: before?.id, actorsCount: left })
    expect(notification?.actors).toHaveLength(Math.min(left, 3))
    expect(await unreadCountOf(author)).toBe(1)
    await like(fan, id, false)
    expect(JSON.stringify(await listOf(author))).not.toContain(fan.user.id)
  }
  expect(await listOf(author)).toEqual([])
  expect(await unreadCountOf(author)).toBe(0)
  await author.post('/api/notifications/read')
  await author.post('/api/notifications/read', { ids: [before?.id] })
  for (const fan of fans) await like(fan, id)
  expect(await listOf(author)).toEqual([before])
  expect(await unreadCountOf(author)).toBe(1)
})

test('a repeated like is new when its notification was read without it', async () => {
  const [author, fan, other] = [await server.member(), await server.member(), await server.member()]
  const { id } = await author.createPost()
  await like(fan, id)
  await like(fan, id, false)
  await like(other, id)
  await author.post('/api/notifications/read')
  await waitForDeliveries(server.app.context.hub)
  const socket = await author.openSocket()
  await socket.roundTrip()
  await like(fan, id)
  expect(await socket.waitFor('notification')).toMatchObject({
    unreadCount: 1,
    data: { actors: [{ id: fan.user.id }], actorsCount: 1, isRead: false },
  })
  expect(await listOf(author)).toHaveLength(2)
  socket.close()
})

test('an action that is repeated after the quiet period is a new event', async () => {
  const [author, fan] = [await server.member(), await server.member()]
  const { id } = await author.createPost()
  const [first] = await likeAndList(fan, id, author)
  await like(fan, id, false)
  await waitForDeliveries(server.app.context.hub)
  await moveWithdrawalsBack(fan, QUIET_MS + 1000)
  const socket = await author.openSocket()
  await socket.roundTrip()
  const [again] = await likeAndList(fan, id, author)
  expect(await socket.waitFor('notification')).toMatchObject({ data: { actorsCount: 1, isRead: false } })
  expect(Date.parse(again?.createdAt ?? '')).toBeGreaterThan(Date.parse(first?.createdAt ?? ''))
  socket.close()
})

test('only what was withdrawn before the given time is deleted, with notifications that it leaves empty', async () => {
  const [author, old, recent] = [await server.member(), await server.member(), await server.member()]
  const [shared, emptied, locked] = [
    await author.createPost(),
    await author.createPost(),
    await author.createPost(),
  ]
  for (const { id } of [shared, emptied, locked]) await like(old, id)
  await like(recent, shared.id)
  const before = await listOf(author)
  for (const { id } of [shared, emptied, locked]) await like(old, id, false)
  await like(recent, shared.id, false)
  await moveWithdrawalsBack(old, QUIET_MS + 1000)
  const { db } = server.database
  await db.transaction(async (tx) => {
    await tx.select().from(notifications).where(eq(notifications.subjectId, locked.id)).for('update')
    await deleteWithdrawn(db, new Date(Date.now() - QUIET_MS))
  })
  const countOf = ({ id }: { id: string }) => db.$count(notifications, eq(notifications.subjectId, id))
  expect(await Promise.all([shared, emptied, locked].map(countOf))).toEqual([1, 0, 1])
  await deleteWithdrawn(db, new Date(Date.now() - QUIET_MS))
  expect(await Promise.all([shared, emptied, locked].map(countOf))).toEqual([1, 0, 0])
  expect(await db.$count(notificationActors, eq(notificationActors.actorId, old.user.id))).toBe(0)
  await like(recent, shared.id)
  const { id, createdAt } = before.find(({ post }) => post?.id === shared.id) ?? {}
  expect(await listOf(author)).toMatchObject([{ id, createdAt, actors: [{ id: recent.user.id }] }])
})

async function like(fan: TestClient, postId: string, liked = true): Promise<void> {
  expect(await fan.post(`/api/posts/${postId}/like`, { liked })).toMatchObject({ status: 200 })
}

async function likeAndList(fan: TestClient, postId: string, author: TestClient): Promise<Notification[]> {
  await like(fan, postId)
  return listOf(author)
}

/** Moves the times of a user's withdrawals back, as if this many milliseconds had passed. */
async function moveWithdrawalsBack({ user }: TestClient, ms: number): Promise<void> {
  const { actorId, withdrawnAt } = notificationActors
  await server.database.db
    .update(notificationActors)
    .set({ withdrawnAt: sql`${withdrawnAt} - make_interval(secs => ${ms / 1000})` })
    .where(and(eq(actorId, user.id), isNotNull(withdrawnAt)))
}

async function listOf(member: TestClient): Promise<Notification[]> {
  return listNotifications.response.parse((await member.get('/api/notifications')).body)
}

async function unreadCountOf(member: TestClient): Promise<number> {
  return countUnread.response.parse((await member.get('/api/notifications/unread')).body).unreadCount
}
