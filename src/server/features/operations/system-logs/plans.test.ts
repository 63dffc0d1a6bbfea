import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastIdBefore } from '#server/db/columns.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import type { Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { explainPlans } from '#server/db/testing/test-plans.ts'
import { listLedgerErrors } from '#server/features/operations/admin-payments/queries.ts'
import { type AuditFilter, listEntries } from '#server/features/operations/audit/queries.ts'
import { type LogFilter, listLogs } from './queries.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.db)
})
afterAll(() => database.close())

/** 5,000 users, 30,000 entries of the log and 20,000 of the audit trail, one a minute until now. */
async function seed(db: Executor): Promise<void> {
  await db.execute(sql`
    insert into users (id, email, handle)
    select md5('user' || n)::uuid, n || '@example.org', 'member_' || n from generate_series(1, 5000) n`)
  await db.execute(sql`
    insert into system_logs (id, level, category, message, user_id, metadata)
    select uuidv7(n * interval '-1 minute'),
      case when n % 100 = 0 then 'error' when n % 10 = 0 then 'warn' else 'info' end,
      case when n % 50 = 0 then 'payments' when n % 3 = 0 then 'jobs' else 'moderation' end,
      case when n % 3000 = 0 then 'A rare event was met' else 'A message was deleted by a moderator' end,
      case when n % 2 = 0 then md5('user' || 1 + n % 3000)::uuid end, jsonb_build_object('id', md5('entry' || n))
    from generate_series(1, 30000) n`)
  await db.execute(sql`
    insert into audit_entries (id, action, actor_id, subject_id)
    select uuidv7(n * interval '-1 minute'), case when n % 100 = 0 then 'user.role_changed' else 'user.noted' end,
      md5('user' || 1 + n % 40)::uuid, md5('user' || 1 + n % 3000)::uuid::text
    from generate_series(1, 20000) n`)
  await db.execute(sql`vacuum analyze`)
}

const PAGE = { limit: 20, before: undefined }
/** In the middle of the entries. */
const LATER_PAGE = { limit: 20, before: lastIdBefore(Date.now() - 10 * 24 * 60 * 60 * 1000) }
const from = '2020-01-01T00:00:00.000Z'
const to = '2020-01-02T00:00:00.000Z'

async function planOf(runQuery: (db: Db, userId: string) => unknown): Promise<string> {
  const { rows } = await database.db.execute<{ id: string }>(sql`select md5('user7')::uuid as id`)
  const plan = await explainPlans(database, async (db) => runQuery(db, rows[0]?.id ?? ''))
  expect(plan).not.toContain('Seq Scan')
  return plan
}

test.each<[string, RegExp, LogFilter]>([
  ['nothing', /Index Scan Backward using system_logs_pkey/, {}],
  ['a period', /Index Cond: \(\(id >= '016f5e66-e800-.+AND \(id < '016f638d-4400-/, { from, to }],
  ['a level', /system_logs_level(_category)?_idx/, { level: 'error' }],
  ['a category', /system_logs_category_idx/, { category: 'payments' }],
  ['a level and a category', /system_logs_level_category_idx/, { level: 'error', category: 'payments' }],
  ['what never happens together', /_level_category_idx/, { level: 'info', category: 'payments' }],
  ['a rare text', /system_logs_search_idx/, { search: 'rare event' }],
  ['an id in the metadata', /system_logs_search_idx/, { search: 'c4ca4238a0b923820dcc509a6f75849b' }],
  ['a common text', /Index Scan Backward using system_logs_pkey/, { search: 'moderator' }],
  ['a common text of a level', /system_logs_/, { search: 'moderator', level: 'error' }],
])('the log filtered by %s is read by %s', async (_filter, index, filter) => {
  for (const page of [PAGE, LATER_PAGE])
    expect(await planOf((db) => listLogs(db, filter, page))).toMatch(index)
})

test('the log of a user is read by its index, alone and with every other filter', async () => {
  const all = { level: 'error', category: 'payments', search: 'deleted', from, to } as const
  for (const filter of [{}, { level: 'info' }, { category: 'jobs' }] as const)
    expect(await planOf((db, userId) => listLogs(db, { ...filter, userId }, PAGE))).toContain(
      'system_logs_user_idx',
    )
  expect(await planOf((db, userId) => listLogs(db, { ...all, userId }, PAGE))).toContain('Index Cond')
})

test('differences of the ledger are found without reading all errors of payments', async () => {
  expect(await planOf((db) => listLedgerErrors(db, 5))).toContain('system_logs_differences_idx')
})

test.each<[string, RegExp, (userId: string) => AuditFilter]>([
  ['nothing', /Index Scan Backward using audit_entries_pkey/, () => ({})],
  ['a period', /Index Cond: \(\(id >= '016f5e66-e800-.+AND \(id < '016f638d-4400-/, () => ({ from, to })],
  ['an action', /audit_entries_action_idx/, () => ({ action: 'user.role_changed' })],
  ['an absent action', /audit_entries_action_idx/, () => ({ action: 'tip.refunded' })],
  ['an actor', /audit_entries_actor_idx/, (actorId) => ({ actorId })],
  ['a subject', /audit_entries_subject_idx/, (subjectId) => ({ subjectId })],
  [
    'an actor and an action',
    /audit_entries_actor_action_idx/,
    (actorId) => ({ actorId, action: 'user.role_changed' }),
  ],
  ['all', /_subject_idx/, (id) => ({ actorId: id, subjectId: id, action: 'user.noted', from })],
])('the audit trail filtered by %s is read by %s', async (_filter, index, filterOf) => {
  expect(await planOf((db, id) => listEntries(db, filterOf(id), PAGE))).toMatch(index)
})
