import { afterAll, beforeAll, expect, test } from 'vitest'
import { listJourney, madeIn } from '#shared/journey.ts'
import { storeVideo } from '#server/features/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const stepsOf = (body: unknown) => listJourney.response.parse(body)
const idsOf = (body: unknown) => stepsOf(body).map((step) => madeIn(step).id)

test('a member finds what it has made, of every kind in the order of time', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const { db } = server.database
  await other.createPost()
  await storeVideo(db, other.user.id, { isPublished: true })
  const first = [await member.createPost(), await member.createStream({ settings: { isPublic: false } })]
  const draft = await storeVideo(db, member.user.id, { state: 'processing' })
  const then = [await member.createStream(), await member.createPost()]
  const published = await storeVideo(db, member.user.id, { isPublished: true })
  const made = [...first.map(({ id }) => id), draft, ...then.map(({ id }) => id), published]
  const newestFirst = made.toReversed()
  const { body } = await member.get('/api/journey')
  expect(idsOf(body)).toEqual(newestFirst)
  expect(stepsOf(body)).toContainEqual({
    type: 'video',
    video: expect.objectContaining({ id: draft, state: 'processing', isPublished: false }),
  })
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
