import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/executor.ts'
import type { Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { explainPlans } from '#server/db/testing/test-plans.ts'
import { storeMembers } from '#server/features/studio/creator-analytics/test-queries.ts'
import { findTipMessage, listTipMessages, listTipMessagesAfter } from './tip-queries.ts'

const STREAM = '0198c1d2-0000-7000-8000-000000000001'
const FIRST = '00000000-0000-7000-8000-000000000000'

let database: Database
/** A stream with 20,000 messages, of which 200 came with a tip. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const [userId = ''] = await storeMembers(db, 1, { languages: [], country: null })
  await db.execute(sql`
    insert into chat_messages (id, stream_id, user_id, message, tip_id, tip_cents, tip_currency, tip_is_sandbox)
    select gen_random_uuid(), ${STREAM}, ${userId}, 'word', case when n % 100 = 0 then gen_random_uuid() end,
      case when n % 100 = 0 then 500 end, case when n % 100 = 0 then 'USD' end, case when n % 100 = 0 then true end
    from generate_series(1, 20000) as n`)
  await db.execute(sql`vacuum analyze`)
})
afterAll(() => database.close())

const recent = { seconds: 600, limit: 30 }
const all = { streamId: STREAM, afterId: FIRST, limit: 50 }

test.each([
  [
    'that are highlighted',
    (db: Db) => listTipMessages(db, STREAM, null, recent),
    'chat_messages_stream_tips_idx',
  ],
  ['of a replay', (db: Db) => listTipMessagesAfter(db, all, null), 'chat_messages_stream_tips_idx'],
  ['of one tip', (db: Db) => findTipMessage(db, FIRST), 'chat_messages_tip_key'],
])('the messages of tips %s are read without the other messages of the stream', async (_part, run, index) => {
  const plan = await explainPlans(database, run)
  expect(plan).toContain(index)
  expect(plan).not.toMatch(/Seq Scan on chat_messages|chat_messages_stream_idx/)
})
