import { afterAll, beforeAll, expect, test } from 'vitest'
import { getReadyStream } from '#shared/live/streams.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

const MINUTE_MS = 60 * 1000

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function readResponse(client: TestClient) {
  const { body } = await client.get('/api/streams/ready')
  return getReadyStream.response.parse(body)
}
const ready = async (client: TestClient) => (await readResponse(client)).streamId
const choiceIds = async (client: TestClient) => (await readResponse(client)).choices.map(({ id }) => id)

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

test('the live stream is ready; one that has not started is only offered, and an ended one never', async () => {
  const member = await server.member()
  const [live, notStarted, ended] = [await create(member), await create(member), await create(member)]
  await setLive(member, ended, true)
  await setLive(member, ended, false)
  expect(await readResponse(member)).toMatchObject({
    streamId: null,
    choices: [{ id: notStarted, scheduledFor: null }, { id: live }],
  })
  await setLive(member, live, true)
  expect(await ready(member)).toBe(live)
  expect(await choiceIds(member)).toEqual([notStarted])
})

test('the next stream that is announced within 12 hours is ready, a later one is offered', async () => {
  const member = await server.member()
  const later = await create(member, 13 * 60)
  expect(await ready(member)).toBeNull()
  expect(await choiceIds(member)).toEqual([later])
  const near = await create(member, 11 * 60)
  await create(member, 11 * 60 + 30)
  await create(member)
  expect(await ready(member)).toBe(near)
})

test('an announced stream is ready also after a rehearsal, and offered if it is far away', async () => {
  const member = await server.member()
  const [near, far] = [await create(member, 3 * 60), await create(member, 48 * 60)]
  for (const id of [far, near]) {
    await setLive(member, id, true)
    await setLive(member, id, false)
  }
  expect(await ready(member)).toBe(near)
  expect(await choiceIds(member)).toEqual([far, near])
})
