import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listNotifications } from '#shared/notifications/notifications.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { notifyOfStart } from './start-job.ts'
import { findStart, openForFollowers } from './start-queries.ts'
import { notifications } from '#server/features/notifications/notifications/schema.ts'
import { streamBans, streams } from '#server/features/live/streams/schema.ts'
import { streamReminders } from '#server/features/live/stream-schedule/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

const HOUR_MS = 60 * 60 * 1000

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const announce = (streamer: TestClient, overrides: object = {}) =>
  streamer.createStream({ scheduledFor: new Date(Date.now() + HOUR_MS / 2).toISOString(), ...overrides })
const setReminder = (client: TestClient, id: string) => client.send('PUT', `/api/streams/${id}/reminder`)
const setLive = (client: TestClient, id: string, isLive: boolean) =>
  client.put(`/api/streams/${id}`, { isLive })
const follow = (follower: TestClient, followed: TestClient) =>
  follower.post(`/api/users/${followed.user.id}/follow`, { following: true })
/** Sets the announced time to now. */
const reachAnnouncedTime = (id: string) =>
  server.database.db.update(streams).set({ scheduledFor: new Date() }).where(eq(streams.id, id))
/** Starts the stream at its announced time. */
async function startOnTime(streamer: TestClient, id: string): Promise<void> {
  await reachAnnouncedTime(id)
  await setLive(streamer, id, true)
}
const markAllRead = (client: TestClient) => client.post('/api/notifications/read', {})

async function notifiedStreams(client: TestClient): Promise<(string | undefined)[]> {
  const { body } = await client.get('/api/notifications')
  return listNotifications.response.parse(body).map(({ stream }) => stream?.id)
}

/** Expects one reminder, of this user, or none. */
async function expectReminders(reminded: TestClient, id: string, remindersCount: number): Promise<void> {
  const { body } = await reminded.get(`/api/streams/${id}`)
  expect(body).toMatchObject({ remindersCount, viewer: { hasReminder: remindersCount > 0 } })
}

/** Waits until the reminders are deleted, which is the last step of an announced start. */
const waitForClearedReminders = (id: string) =>
  vi.waitFor(async () => {
    const [row] = await server.database.db.select().from(streams).where(eq(streams.id, id))
    expect(row?.remindersCount).toBe(0)
    expect(await server.database.db.$count(streamReminders, eq(streamReminders.streamId, id))).toBe(0)
  })

test('followers and users with a reminder are notified of a start, once each', async () => {
  const [streamer, follower, reminded, both] = await Promise.all(
    Array.from({ length: 4 }, () => server.member()),
  )
  if (!streamer || !follower || !reminded || !both) throw new Error('too few')
  for (const client of [follower, both]) await follow(client, streamer)
  const { id } = await announce(streamer)
  for (const client of [reminded, both]) await setReminder(client, id)
  const socket = await reminded.openSocket()
  await startOnTime(streamer, id)
  expect((await socket.waitFor('notification')).data).toMatchObject({
    type: 'live',
    stream: { id },
    actors: [{ id: streamer.user.id }],
  })
  await waitForClearedReminders(id)
  for (const client of [follower, reminded, both]) expect(await notifiedStreams(client)).toEqual([id])
  expect(await notifiedStreams(streamer)).not.toContain(id)
  socket.close()
})

test('a private stream notifies users with a reminder, unless they were banned since', async () => {
  const [streamer, follower, reminded, banned] = await Promise.all(
    Array.from({ length: 4 }, () => server.member()),
  )
  if (!streamer || !follower || !reminded || !banned) throw new Error('too few')
  await follow(follower, streamer)
  const { id } = await announce(streamer, { settings: { isPublic: false } })
  for (const client of [reminded, banned]) await setReminder(client, id)
  await server.database.db.insert(streamBans).values({ streamId: id, userId: banned.user.id })
  await startOnTime(streamer, id)
  await waitForClearedReminders(id)
  expect(await notifiedStreams(reminded)).toEqual([id])
  for (const client of [follower, banned]) expect(await notifiedStreams(client)).toEqual([])
})

test('a reminder notifies a user who has disabled notifications of live streams', async () => {
  const [streamer, reminded] = [await server.member(), await server.member()]
  const response = await reminded.put('/api/auth/preferences', { notifications: { live: false } })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  await follow(reminded, streamer)
  const { id } = await announce(streamer)
  await setReminder(reminded, id)
  await startOnTime(streamer, id)
  await waitForClearedReminders(id)
  expect(await notifiedStreams(reminded)).toEqual([id])
})

test('a start long before the announced time notifies and keeps the reminders', async () => {
  const [streamer, reminded] = [await server.member(), await server.member()]
  const { id } = await announce(streamer, { scheduledFor: new Date(Date.now() + 24 * HOUR_MS).toISOString() })
  await setReminder(reminded, id)
  await setLive(streamer, id, true)
  await vi.waitFor(async () => expect(await notifiedStreams(reminded)).toEqual([id]))
  await setLive(streamer, id, false)
  await expectReminders(reminded, id, 1)
})

test('a rehearsal in the last hour keeps the reminders, and the announced start notifies again', async () => {
  const [streamer, follower, reminded] = [await server.member(), await server.member(), await server.member()]
  await follow(follower, streamer)
  const { id } = await announce(streamer)
  await setReminder(reminded, id)
  await setLive(streamer, id, true)
  for (const client of [reminded, follower])
    await vi.waitFor(async () => expect(await notifiedStreams(client)).toEqual([id]))
  await setLive(streamer, id, false)
  await expectReminders(reminded, id, 1)
  for (const client of [reminded, follower]) await markAllRead(client)
  await startOnTime(streamer, id)
  await waitForClearedReminders(id)
  expect(await notifiedStreams(reminded)).toEqual([id, id])
  // Followers are notified at most once an hour.
  expect(await notifiedStreams(follower)).toEqual([id])
})

test('a start a minute before the announced time notifies even right after a rehearsal', async () => {
  const [streamer, reminded] = [await server.member(), await server.member()]
  const { id } = await announce(streamer, { scheduledFor: new Date(Date.now() + HOUR_MS / 60).toISOString() })
  await setReminder(reminded, id)
  for (let count = 1; count <= 2; count++) {
    await setLive(streamer, id, true)
    await vi.waitFor(async () => expect(await notifiedStreams(reminded)).toHaveLength(count))
    await setLive(streamer, id, false)
    await markAllRead(reminded)
  }
})

test('a broadcast that continues past the announced time counts as the announced one', async () => {
  const [streamer, reminded] = [await server.member(), await server.member()]
  const { id } = await announce(streamer)
  await setReminder(reminded, id)
  await setLive(streamer, id, true)
  await vi.waitFor(async () => expect(await notifiedStreams(reminded)).toEqual([id]))
  await reachAnnouncedTime(id)
  await setLive(streamer, id, false)
  await expectReminders(reminded, id, 0)
})

test('a follower is notified of a streamer once an hour across streams; a reminder always notifies', async () => {
  const [streamer, follower, reminded] = [await server.member(), await server.member(), await server.member()]
  for (const client of [follower, reminded]) await follow(client, streamer)
  const first = await announce(streamer)
  await startOnTime(streamer, first.id)
  for (const client of [follower, reminded])
    await vi.waitFor(async () => expect(await notifiedStreams(client)).toEqual([first.id]))
  await setLive(streamer, first.id, false)
  const second = await announce(streamer)
  await setReminder(reminded, second.id)
  await startOnTime(streamer, second.id)
  await waitForClearedReminders(second.id)
  expect(await notifiedStreams(reminded)).toEqual([second.id, first.id])
  expect(await notifiedStreams(follower)).toEqual([first.id])
})

test('a follower who is banned from the stream is not notified of its start', async () => {
  const [streamer, banned, other] = [await server.member(), await server.member(), await server.member()]
  for (const client of [banned, other]) await follow(client, streamer)
  const { id } = await announce(streamer)
  await setReminder(other, id)
  expect((await streamer.put(`/api/streams/${id}/bans/${banned.user.id}`, {})).status).toBe(200)
  await startOnTime(streamer, id)
  await waitForClearedReminders(id)
  expect(await notifiedStreams(banned)).toEqual([])
  expect(await notifiedStreams(other)).toEqual([id])
})

test('a notification hides the title of a stream that has become private', async () => {
  const [streamer, follower] = [await server.member(), await server.member()]
  await follow(follower, streamer)
  const { id } = await streamer.createStream({ title: 'Sunday choir' })
  await setLive(streamer, id, true)
  const streamsOf = async () =>
    listNotifications.response
      .parse((await follower.get('/api/notifications')).body)
      .map(({ stream }) => stream)
  await vi.waitFor(async () =>
    expect(await streamsOf()).toEqual([{ id, title: 'Sunday choir', isLive: true }]),
  )
  await streamer.put(`/api/streams/${id}`, { title: 'Family only', settings: { isPublic: false } })
  expect(await streamsOf()).toEqual([{ id, title: null, isLive: true }])
})

test('a start is told after a restart of an app that was killed before, and a repeated job tells nobody twice', async () => {
  const killed = await startTestApp({ env: { JOBS: 'off' } })
  const [streamer, follower, reminded] = [await killed.member(), await killed.member(), await killed.member()]
  await follow(follower, streamer)
  const { id } = await announce(streamer)
  await setReminder(reminded, id)
  await killed.database.db.update(streams).set({ scheduledFor: new Date() }).where(eq(streams.id, id))
  await setLive(streamer, id, true)
  for (const client of [follower, reminded]) expect(await notifiedStreams(client)).toEqual([])
  await killed.stop()

  const restarted = await startTestApp({ database: killed.database, nodeId: killed.app.context.nodeId })
  const { db } = restarted.database
  const told = () =>
    db
      .select({ userId: notifications.userId, lastAt: notifications.lastAt })
      .from(notifications)
      .where(eq(notifications.type, 'live'))
  const receivers = [follower, reminded].map(({ user }) => user.id).toSorted()
  await vi.waitFor(async () =>
    expect((await told()).map(({ userId }) => userId).toSorted()).toEqual(receivers),
  )
  const before = await told()
  await restarted.runJob(notifyOfStart, { streamId: id })
  expect(await told()).toEqual(before)
  await restarted.close()
})

test('nobody is notified of a stream that is deleted during its start', async () => {
  // Without jobs, so that the test opens the notifications itself.
  const quiet = await startTestApp({ env: { JOBS: 'off' } })
  const { db } = quiet.database
  const [streamer, follower] = [await quiet.member(), await quiet.member()]
  await follow(follower, streamer)
  const { id } = await streamer.createStream()
  await setLive(streamer, id, true)
  const start = await findStart(db, id)
  if (!start) throw new Error('the stream is not live')
  const batch = { ...start, since: new Date(), after: '00000000-0000-0000-0000-000000000000', limit: 10 }
  let opened: ReturnType<typeof openForFollowers> | undefined
  await db.transaction(async (tx) => {
    await tx.delete(streams).where(eq(streams.id, id))
    opened = openForFollowers(db, batch)
    await waitForBlockedQuery(db)
  })
  expect((await opened)?.ids).toEqual([])
  expect(await db.$count(notifications, eq(notifications.type, 'live'))).toBe(0)
  await quiet.close()
})
