import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Executor } from '#server/db/executor.ts'
import type { Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { explainPlans } from '#server/db/testing/test-plans.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { storeManyViews } from '#server/features/studio/creator-analytics/test-queries.ts'
import { addDays, startOfDay, utcDate } from '#server/utc-days.ts'
import { loadAnalytics } from './series.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.db)
})
afterAll(() => database.close())

const TODAY = startOfDay(new Date())

/** Two years of 20,000 members and 200,000 events; 1,000 members a day were active on each of 100 days. */
async function seed(db: Executor): Promise<void> {
  await db.execute(sql`
    insert into users (id, email, handle, created_at)
    select uuidv7(n * interval '-50 minutes'), n || '@example.org', 'member_' || n, now() - n * interval '50 minutes'
    from generate_series(1, 20000) n`)
  await db.execute(sql`
    insert into analytics_events (id, event_type, created_at, metadata)
    select uuidv7(n * interval '-5 minutes'),
      (array['post_created', 'member_signed_in', 'member_registered', 'stream_started', 'stream_ended'])[1 + n % 5],
      now() - n * interval '5 minutes', jsonb_build_object('streamId', n / 5)
    from generate_series(1, 200000) n`)
  await db.execute(sql`
    insert into active_days (user_id, date)
    select id, ${utcDate(TODAY)}::date - day
    from generate_series(0, 99) day cross join lateral (select id from users order by id offset day * 10 limit 1000) u`)
  await db.execute(sql`
    insert into platform_days (date, active_day)
    select ${utcDate(TODAY)}::date - day, 1000 from generate_series(1, 730) day`)
  await db.execute(sql`
    insert into payment_orders (id, provider, provider_order_id, amount_cents, currency, status, is_sandbox)
    select uuidv7(n * interval '-10 minutes'), 'paypal', n, 500, 'USD', 'completed', false from generate_series(1, 20000) n`)
  await db.execute(sql`
    insert into tips (id, order_id, is_sandbox, amount_cents, currency, paypal_order_id, status)
    select id, id, false, 500, 'USD', provider_order_id, 'completed' from payment_orders`)
  const { rows } = await db.execute<{ id: string }>(sql`select id from users limit 1`)
  const videoId = await storeVideo(db, rows[0]?.id ?? '', { isPublished: true })
  await storeManyViews(db, videoId, 50_000)
  await db.execute(sql`vacuum analyze`)
}

test('the page of a year reads stored days, and the raw rows of today alone', async () => {
  const plan = await explainPlans(database, (db) => loadAnalytics({ db, payments: null }, '365'))
  for (const index of ['analytics_events_', 'video_views_day_idx', 'active_days_date_idx', 'tips_pkey'])
    expect(plan).toContain(index)
  for (const table of ['users', 'analytics_events', 'active_days', 'video_views', 'tips'])
    expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}\\b`))
})

test('yesterday is computed by the same indexes while it is not rolled up', async () => {
  await database.db.execute(sql`delete from platform_days where date >= ${utcDate(addDays(TODAY, -2))}`)
  const plan = await explainPlans(database, async (db) => {
    const { days } = await loadAnalytics({ db, payments: null }, '7')
    expect(days.at(-2)?.posts).toBeGreaterThan(50)
    expect(days.at(-2)?.activeDay).toBe(1000)
  })
  for (const table of ['users', 'analytics_events', 'active_days', 'video_views', 'tips'])
    expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}\\b`))
})
