import { afterAll, beforeAll, expect, test } from 'vitest'
import { listJourney, contentOf } from '#shared/studio/journey.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const stepsOf = (body: unknown) => listJourney.response.parse(body)
const idsOf = (body: unknown) => stepsOf(body).map((step) => contentOf(step).id)

test('the journey lists the user’s posts, streams and videos, the newest first', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const { db } = server.database
  await other.createPost()
  await storeVideo(db, other.user.id, { isPublished: true })
  const first = [await member.createPost(), await member.createStream({ settings: { isPublic: false } })]
  const draft = await storeVideo(db, member.user.id, { state: 'processing' })
  const second = [await member.createStream(), await member.createPost()]
  const published = await storeVideo(db, member.user.id, { isPublished: true })
  const oldestFirst = [...first.map(({ id }) => id), draft, ...second.map(({ id }) => id), published]
  const newestFirst = oldestFirst.toReversed()
  const { body } = await member.get('/api/journey')
  expect(idsOf(body)).toEqual(newestFirst)
  expect(stepsOf(body)).toContainEqual({
    type: 'video',
    video: expect.objectContaining({ id: draft, state: 'processing', isPublished: false }),
  })
  expect(await pagesOf(member)).toEqual([
    newestFirst.slice(0, 2),
    newestFirst.slice(2, 4),
    newestFirst.slice(4),
  ])
})

async function pagesOf(member: TestClient): Promise<string[][]> {
  const pages: string[][] = []
  for await (const page of member.pages('/api/journey?limit=2')) pages.push(idsOf(page))
  return pages
}
