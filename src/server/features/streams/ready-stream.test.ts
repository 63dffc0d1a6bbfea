import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getReadyStream } from '#shared/streams.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { streams } from './schema.ts'

const MINUTE_MS = 60 * 1000

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function ready(client: TestClient): Promise<string | null> {
  const { body } = await client.get('/api/streams/ready')
  return getReadyStream.response.parse(body).streamId
}

const create = async (client: TestClient, minutes?: number) => {
  const ahead = minutes === undefined ? {} : { scheduledFor: new Date(Date.now() + minutes * MINUTE_MS) }
  return (await client.createStream(ahead)).id
}
const setLive = (client: TestClient, id: string, isLive: boolean) =>
  client.put(`/api/streams/${id}`, { isLive })

test('a user without a stream, or with only ended ones, has no ready stream', async () => {
  const [member, other] = [await server.member(), await server.member()]
  expect(await ready(member)).toBeNull()
  const ended = await create(member)
  await setLive(member, ended, true)
  await setLive(member, ended, false)
  await create(other)
  expect(await ready(member)).toBeNull()
})

test('the live stream comes first, then the newest stream that has not started', async () => {
  const member = await server.member()
  const [live, notStarted, ended] = [await create(member), await create(member), await create(member)]
  await setLive(member, ended, true)
  await setLive(member, ended, false)
  expect(await ready(member)).toBe(notStarted)
  await setLive(member, live, true)
  expect(await ready(member)).toBe(live)
})

test('an announced stream is ready from one hour before its time, also after a rehearsal', async () => {
  const member = await server.member()
  const notStarted = await create(member)
  const near = await create(member, 61)
  expect(await ready(member)).toBe(notStarted)
  await setLive(member, near, true)
  await setLive(member, near, false)
  const scheduledFor = new Date(Date.now() + 30 * MINUTE_MS)
  const startedAt = new Date(Date.now() - 60 * MINUTE_MS)
  await server.database.db
    .update(streams)
    .set({ scheduledFor, startedAt, endedAt: startedAt })
    .where(eq(streams.id, near))
  expect(await ready(member)).toBe(near)
})
