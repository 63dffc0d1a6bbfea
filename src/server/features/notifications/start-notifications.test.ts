import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listNotifications } from '#shared/notifications.ts'
import { streamBans, streamReminders, streams } from '#server/features/streams/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

const HOUR = 60 * 60 * 1000

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const announce = (by: TestClient, overrides: object = {}) =>
  by.createStream({ scheduledFor: new Date(Date.now() + HOUR / 2).toISOString(), ...overrides })
const ask = (client: TestClient, id: string) => client.send('PUT', `/api/streams/${id}/reminder`)
const live = (client: TestClient, id: string, isLive: boolean) => client.put(`/api/streams/${id}`, { isLive })
const follow = (client: TestClient, whom: TestClient) =>
  client.post(`/api/users/${whom.user.id}/follow`, { following: true })
/** The announced time comes. */
const timeComes = (id: string) =>
  server.database.db.update(streams).set({ scheduledFor: new Date() }).where(eq(streams.id, id))
/** A start at the announced time. */
async function startOnTime(streamer: TestClient, id: string): Promise<void> {
  await timeComes(id)
  await live(streamer, id, true)
}
const read = (client: TestClient) => client.post('/api/notifications/read', {})

async function told(client: TestClient): Promise<(string | undefined)[]> {
  const { body } = await client.get('/api/notifications')
  return listNotifications.response.parse(body).map(({ stream }) => stream?.id)
}

/** How many wait for it: the asker, or nobody. */
async function expectReminders(asker: TestClient, id: string, remindersCount: number): Promise<void> {
  const { body } = await asker.get(`/api/streams/${id}`)
  expect(body).toMatchObject({ remindersCount, viewer: { hasReminder: remindersCount > 0 } })
}

/** Nobody asks any more: that is the last thing that the announced start does. */
const usedUp = (id: string) =>
  vi.waitFor(async () => {
    const [row] = await server.database.db.select().from(streams).where(eq(streams.id, id))
    expect(row?.remindersCount).toBe(0)
    expect(await server.database.db.$count(streamReminders, eq(streamReminders.streamId, id))).toBe(0)
  })

test('followers and those who asked are told of a start, once each', async () => {
  const [streamer, follower, asker, both] = await Promise.all(
    Array.from({ length: 4 }, () => server.member()),
  )
  if (!streamer || !follower || !asker || !both) throw new Error('too few')
  for (const client of [follower, both]) await follow(client, streamer)
  const { id } = await announce(streamer)
  for (const client of [asker, both]) await ask(client, id)
  const socket = await asker.socket()
  await startOnTime(streamer, id)
  expect((await socket.waitFor('notification')).data).toMatchObject({
    type: 'live',
    stream: { id },
    actors: [{ id: streamer.user.id }],
  })
  await usedUp(id)
  for (const client of [follower, asker, both]) expect(await told(client)).toEqual([id])
  expect(await told(streamer)).not.toContain(id)
  socket.close()
})

test('of a private stream those who asked are told, but for whom it refuses since', async () => {
  const [streamer, follower, asker, banned] = await Promise.all(
    Array.from({ length: 4 }, () => server.member()),
  )
  if (!streamer || !follower || !asker || !banned) throw new Error('too few')
  await follow(follower, streamer)
  const { id } = await announce(streamer, { settings: { isPublic: false } })
  for (const client of [asker, banned]) await ask(client, id)
  await server.database.db.insert(streamBans).values({ streamId: id, userId: banned.user.id })
  await startOnTime(streamer, id)
  await usedUp(id)
  expect(await told(asker)).toEqual([id])
  for (const client of [follower, banned]) expect(await told(client)).toEqual([])
})

test('who asked is told though it wants to hear of nobody whom it follows', async () => {
  const [streamer, asker] = [await server.member(), await server.member()]
  const answer = await asker.put('/api/auth/preferences', { notifications: { live: false } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await follow(asker, streamer)
  const { id } = await announce(streamer)
  await ask(asker, id)
  await startOnTime(streamer, id)
  await usedUp(id)
  expect(await told(asker)).toEqual([id])
})

test('a start long before the announced time is told, and the reminders stay for that time', async () => {
  const [streamer, asker] = [await server.member(), await server.member()]
  const { id } = await announce(streamer, { scheduledFor: new Date(Date.now() + 24 * HOUR).toISOString() })
  await ask(asker, id)
  await live(streamer, id, true)
  await vi.waitFor(async () => expect(await told(asker)).toEqual([id]))
  await live(streamer, id, false)
  await expectReminders(asker, id, 1)
})

test('a rehearsal in the last hour uses nothing up: who asked is told of what was announced as well', async () => {
  const [streamer, follower, asker] = [await server.member(), await server.member(), await server.member()]
  await follow(follower, streamer)
  const { id } = await announce(streamer)
  await ask(asker, id)
  await live(streamer, id, true)
  for (const client of [asker, follower])
    await vi.waitFor(async () => expect(await told(client)).toEqual([id]))
  await live(streamer, id, false)
  await expectReminders(asker, id, 1)
  for (const client of [asker, follower]) await read(client)
  await startOnTime(streamer, id)
  await usedUp(id)
  expect(await told(asker)).toEqual([id, id])
  // Followers were told within the hour.
  expect(await told(follower)).toEqual([id])
})

test('who asked is told a minute before the time as well, though the rehearsal was just before', async () => {
  const [streamer, asker] = [await server.member(), await server.member()]
  const { id } = await announce(streamer, { scheduledFor: new Date(Date.now() + HOUR / 60).toISOString() })
  await ask(asker, id)
  for (let time = 1; time <= 2; time++) {
    await live(streamer, id, true)
    await vi.waitFor(async () => expect(await told(asker)).toHaveLength(time))
    await live(streamer, id, false)
    await read(asker)
  }
})

test('a broadcast that goes on past the announced time is what was announced: nobody waits any more', async () => {
  const [streamer, asker] = [await server.member(), await server.member()]
  const { id } = await announce(streamer)
  await ask(asker, id)
  await live(streamer, id, true)
  await vi.waitFor(async () => expect(await told(asker)).toEqual([id]))
  await timeComes(id)
  await live(streamer, id, false)
  await expectReminders(asker, id, 0)
})

test('a follower hears of a streamer once in the quiet hour, whichever stream; who asked is told anyway', async () => {
  const [streamer, follower, asker] = [await server.member(), await server.member(), await server.member()]
  for (const client of [follower, asker]) await follow(client, streamer)
  const first = await announce(streamer)
  await startOnTime(streamer, first.id)
  for (const client of [follower, asker])
    await vi.waitFor(async () => expect(await told(client)).toEqual([first.id]))
  await live(streamer, first.id, false)
  const second = await announce(streamer)
  await ask(asker, second.id)
  await startOnTime(streamer, second.id)
  await usedUp(second.id)
  expect(await told(asker)).toEqual([second.id, first.id])
  expect(await told(follower)).toEqual([first.id])
})

test('a follower whom the stream refuses is not told of its start', async () => {
  const [streamer, banned, other] = [await server.member(), await server.member(), await server.member()]
  for (const client of [banned, other]) await follow(client, streamer)
  const { id } = await announce(streamer)
  await ask(other, id)
  expect((await streamer.put(`/api/streams/${id}/bans/${banned.user.id}`, {})).status).toBe(200)
  await startOnTime(streamer, id)
  await usedUp(id)
  expect(await told(banned)).toEqual([])
  expect(await told(other)).toEqual([id])
})

test('a notification does not show the title of a stream that is private by now', async () => {
  const [streamer, follower] = [await server.member(), await server.member()]
  await follow(follower, streamer)
  const { id } = await streamer.createStream({ title: 'Sunday choir' })
  await live(streamer, id, true)
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
