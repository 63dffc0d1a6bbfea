import { afterAll, beforeAll, expect, test } from 'vitest'
import { listJourney } from '#shared/journey.ts'
import { type TestApp, startTestApp } from '#server/test-app.ts'
import type { TestClient } from '#server/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const idsOf = (body: unknown) =>
  listJourney.response.parse(body).map((step) => (step.type === 'post' ? step.post.id : step.stream.id))

test('a member finds what it has made, of every kind in the order of time', async () => {
  const [member, other] = [await server.member(), await server.member()]
  await other.createPost()
  const made = [await member.createPost(), await member.createStream({ settings: { isPublic: false } })]
  made.push(await member.createStream(), await member.createPost(), await member.createPost())
  const newestFirst = made.map(({ id }) => id).toReversed()
  expect(idsOf((await member.get('/api/journey')).body)).toEqual(newestFirst)
  expect(await pages(member)).toEqual([
    newestFirst.slice(0, 2),
    newestFirst.slice(2, 4),
    newestFirst.slice(4),
  ])
})

async function pages(member: TestClient): Promise<string[][]> {
  const seen: string[][] = []
  for await (const page of member.pages('/api/journey?limit=2')) seen.push(idsOf(page))
  return seen
}
