import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMovements, MOVEMENT_DAYS } from '#shared/discovery/movements.ts'
import type { MovementName } from '#shared/live/movements.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ env: { COUNTS_SECONDS: '0.001' } })
})
afterAll(() => server.close())

async function startAndEndStream(client: TestClient, category: string, isPublic = true): Promise<void> {
  const { id } = await client.createStream({ category, settings: { isPublic } })
  for (const isLive of [true, false]) await client.put(`/api/streams/${id}`, { isLive })
}

async function counts(): Promise<Record<MovementName, number>> {
  const { body } = await server.client().get('/api/movements')
  const movements = listMovements.response.parse(body)
  expect(movements.map(({ name }) => name)).toEqual([
    'Afrobeats & Soul',
    'Gaming Culture',
    'Culinary Arts',
    'Knowledge & Growth',
  ])
  // Boundary: the names have just been compared.
  return Object.fromEntries(movements.map(({ name, creatorsCount }) => [name, creatorsCount])) as Record<
    MovementName,
    number
  >
}

test('each active user with a public stream counts once per movement', async () => {
  await expect.poll(counts).toEqual({
    'Afrobeats & Soul': 0,
    'Gaming Culture': 0,
    'Culinary Arts': 0,
    'Knowledge & Growth': 0,
  })
  const [one, two, inactive] = [await server.member(), await server.member(), await server.member()]
  for (const category of ['Caribbean Vibes', 'Dancehall Sessions', 'Caribbean Vibes'])
    await startAndEndStream(one, category)
  await startAndEndStream(two, 'Afrobeats & Music')
  await startAndEndStream(two, 'Gaming')
  await startAndEndStream(two, 'Cooking & Culture', false)
  await startAndEndStream(inactive, 'Gaming')
  await two.createStream({ category: 'Tech & Innovation' })
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, inactive.user.id))
  await expect.poll(counts).toEqual({
    'Afrobeats & Soul': 2,
    'Gaming Culture': 1,
    'Culinary Arts': 0,
    'Knowledge & Growth': 0,
  })
})

test('streams from before the window are not counted', async () => {
  const [recent, old] = [await server.member(), await server.member()]
  for (const client of [recent, old]) await startAndEndStream(client, 'Cooking & Culture')
  await expect.poll(async () => (await counts())['Culinary Arts']).toBe(2)
  const setDaysSinceStart = (client: TestClient, days: number) =>
    server.database.db
      .update(streams)
      .set({ startedAt: new Date(Date.now() - days * 24 * 60 * 60 * 1000) })
      .where(eq(streams.streamerId, client.user.id))
  await setDaysSinceStart(recent, MOVEMENT_DAYS - 1)
  await setDaysSinceStart(old, MOVEMENT_DAYS + 1)
  await expect.poll(async () => (await counts())['Culinary Arts']).toBe(1)
})

test('creators with a public video in a category count too, once beside their streams', async () => {
  const before = await counts()
  const [one, both] = [await server.member(), await server.member()]
  const { db } = server.database
  await storeVideo(db, one.user.id, { category: 'Documentary', isPublished: true })
  await storeVideo(db, one.user.id, { category: 'Food' })
  await storeVideo(db, one.user.id, { category: 'Food', isPublished: true, isPublic: false })
  const old = new Date(Date.now() - (MOVEMENT_DAYS + 1) * 24 * 60 * 60 * 1000)
  await storeVideo(db, one.user.id, { category: 'Food', isPublished: true, publishedAt: old })
  await storeVideo(db, both.user.id, { category: 'Technology', isPublished: true })
  await startAndEndStream(both, 'Tech & Innovation')
  await expect.poll(counts).toEqual({ ...before, 'Knowledge & Growth': before['Knowledge & Growth'] + 2 })
})
