import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let owner: TestClient
let fan: TestClient
beforeAll(async () => {
  server = await startTestApp({ env: { JOBS: 'off' } })
  owner = await server.member()
  fan = await server.member()
})
afterAll(() => server.close())

const KINDS = [
  { kind: 'post', create: async (by: TestClient) => (await by.createPost()).id },
  { kind: 'stream', create: async (by: TestClient) => (await by.createStream()).id },
  {
    kind: 'video',
    create: (by: TestClient) => storeVideo(server.database.db, by.user.id, { isPublished: true }),
  },
]

const like = (by: TestClient, kind: string, id: string) =>
  by.post(`/api/${kind}s/${id}/like`, { liked: true })
const remove = (kind: string, id: string) =>
  owner.send('DELETE', kind === 'video' ? `/api/creator/videos/${id}` : `/api/${kind}s/${id}`)

async function likesOf(ids: string[]): Promise<number> {
  const { rows } = await server.database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from likes where subject_id = any (${sql.param(ids)}::uuid[])`,
  )
  return rows[0]?.count ?? 0
}

/** Runs `first`, then `second`, both of which wait for the subject's row, until it is released in this order. */
async function runInOrder<One, Other>(
  kind: string,
  id: string,
  first: () => Promise<One>,
  second: () => Promise<Other>,
) {
  const { db, longRunningDb } = server.database
  const calls = await longRunningDb.transaction(async (tx) => {
    await tx.execute(sql`select from ${sql.identifier(`${kind}s`)} where id = ${id} for update`)
    const one = first()
    await waitForBlockedQuery(db)
    const other = second()
    await waitForBlockedQuery(db, 2)
    return { one, other }
  })
  return Promise.all([calls.one, calls.other])
}

test.each(KINDS)('a $kind that is deleted right after a like leaves no like', async ({ kind, create }) => {
  const id = await create(owner)
  const [liked, removed] = await runInOrder(
    kind,
    id,
    () => like(fan, kind, id),
    () => remove(kind, id),
  )
  expect([liked.status, removed.status]).toEqual([200, 200])
  expect(await likesOf([id])).toBe(0)
})

test.each(KINDS)('a $kind that is being deleted is not liked', async ({ kind, create }) => {
  const id = await create(owner)
  const [removed, liked] = await runInOrder(
    kind,
    id,
    () => remove(kind, id),
    () => like(fan, kind, id),
  )
  expect([removed.status, liked.status]).toEqual([200, 404])
  expect(await likesOf([id])).toBe(0)
})

test('with a user go its likes, and the likes of what it has', async () => {
  const [leaving, staying] = [await server.member(), await server.member()]
  const ids: string[] = []
  for (const { kind, create } of KINDS)
    for (const [by, likedBy] of [
      [leaving, staying],
      [staying, leaving],
    ] as const) {
      const id = await create(by)
      expect((await like(likedBy, kind, id)).status).toBe(200)
      ids.push(id)
    }
  const ownIds = [await leaving.createPost(), await leaving.createPost()].map(({ id }) => id)
  for (const id of ownIds) await like(staying, 'post', id)
  expect(await likesOf([...ids, ...ownIds])).toBe(8)
  await server.database.longRunningDb.execute(sql`delete from users where id = ${leaving.user.id}`)
  expect(await likesOf([...ids, ...ownIds])).toBe(0)
})

test('the deletion of one thing leaves the likes of others', async () => {
  const [deleted, other] = [await owner.createPost(), await owner.createPost()]
  for (const { id } of [deleted, other]) await like(fan, 'post', id)
  await remove('post', deleted.id)
  expect(await likesOf([deleted.id, other.id])).toBe(1)
})
