import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { cleanupChat } from './cleanup-job.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** Stores messages as those of a stream that was deleted while no job could delete them. */
async function addMessages(streamId: string, userId: string, count: number): Promise<void> {
  await server.database.db.execute(sql`
    insert into chat_messages (id, stream_id, user_id, message)
    select gen_random_uuid(), ${streamId}, ${userId}, 'hello' from generate_series(1, ${count})`)
}

test('the messages of deleted streams that their job has left are deleted daily, and no others', async () => {
  const member = await server.member()
  const streams = [await member.createStream(), await member.createStream()]
  for (const { id } of streams) await addMessages(id, member.user.id, 3)
  for (let stream = 0; stream < 3; stream++) await addMessages(crypto.randomUUID(), member.user.id, 4000)
  // More than one batch.
  await addMessages(crypto.randomUUID(), member.user.id, 6000)
  await server.runJob(cleanupChat)
  const { rows } = await server.database.db.execute(sql`
    select stream_id as id, count(*)::int from chat_messages group by 1 order by 1`)
  expect(rows).toEqual(streams.map(({ id }) => ({ id, count: 3 })).toSorted((a, b) => (a.id < b.id ? -1 : 1)))
})
