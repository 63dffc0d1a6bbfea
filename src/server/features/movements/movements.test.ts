import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMovements, MOVEMENT_DAYS, type MovementName } from '#shared/movements.ts'
import { streams } from '#server/features/streams/schema.ts'
import { users } from '#server/features/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ env: { COUNTS_SECONDS: '0.001' } })
})
afterAll(() => server.close())

async function streamsIn(client: TestClient, category: string, isPublic = true): Promise<void> {
  const { id } = await client.createStream({ category, settings: { isPublic } })
  for (const isLive of [true, false]) await client.put(`/api/streams/${id}`, { isLive })
}

async function counts(): Promise<Record<MovementName, number>> {
  const { body } = await server.client().get('/api/movements')
  const tiles = listMovements.response.parse(body)
  expect(tiles.map(({ name }) => name)).toEqual([
    'Afrobeats & Soul',
    'Gaming Culture',
    'Culinary Arts',
    'Knowledge & Growth',
  ])
  // Boundary: the names have just been compared.
  return Object.fromEntries(tiles.map(({ name, creatorsCount }) => [name, creatorsCount])) as Record<
    MovementName,
    number
  >
}

test('each active member counts once in each movement it has streamed in, in public', async () => {
  await expect.poll(counts).toEqual({
    'Afrobeats & Soul': 0,
    'Gaming Culture': 0,
    'Culinary Arts': 0,
    'Knowledge & Growth': 0,
  })
  const [one, two, gone] = [await server.member(), await server.member(), await server.member()]
  for (const category of ['Caribbean Vibes', 'Dancehall Sessions', 'Caribbean Vibes'])
    await streamsIn(one, category)
  await streamsIn(two, 'Afrobeats & Music')
  await streamsIn(two, 'Gaming')
  await streamsIn(two, 'Cooking & Culture', false)
  await streamsIn(gone, 'Gaming')
  await two.createStream({ category: 'Tech & Innovation' })
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, gone.user.id))
  await expect.poll(counts).toEqual({
    'Afrobeats & Soul': 2,
    'Gaming Culture': 1,
    'Culinary Arts': 0,
    'Knowledge & Growth': 0,
  })
})

test('who streamed longer ago than the window is no part of it', async () => {
  const [recent, gone] = [await server.member(), await server.member()]
  for (const client of [recent, gone]) await streamsIn(client, 'Cooking & Culture')
  await expect.poll(async () => (await counts())['Culinary Arts']).toBe(2)
  const start = (days: number, client: TestClient) =>
    server.database.db
      .update(streams)
      .set({ startedAt: new Date(Date.now() - days * 24 * 60 * 60 * 1000) })
      .where(eq(streams.streamerId, client.user.id))
  await start(MOVEMENT_DAYS - 1, recent)
  await start(MOVEMENT_DAYS + 1, gone)
  await expect.poll(async () => (await counts())['Culinary Arts']).toBe(1)
})
