import { and, inArray, lt, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { activeDays } from './schema.ts'

type ActiveDay = { userId: string; date: string }

/** Stores days on which users were active. Skips stored days and deleted users. */
export async function insertActiveDays(db: Executor, days: readonly ActiveDay[]): Promise<void> {
  const [ids, dates] = [days.map(({ userId }) => userId), days.map(({ date }) => date)]
  await db.execute(sql`
    insert into active_days (user_id, date, previous_date)
    select u.id, input.date, (select max(a.date) from active_days a where a.user_id = u.id and a.date < input.date)
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(dates)}::date[]) as input(user_id, date)
    join users u on u.id = input.user_id
    on conflict do nothing`)
}

/** Rows per statement of the cleanup. */
const BATCH_SIZE = 5000

/** Deletes the next active days before this date. Returns whether there may be more. */
export async function deleteActiveDaysBefore(db: Executor, date: string): Promise<boolean> {
  const key = sql`(${activeDays.userId}, ${activeDays.date})`
  const next = db
    .select({ userId: activeDays.userId, date: activeDays.date })
    .from(activeDays)
    .where(lt(activeDays.date, date))
    .limit(BATCH_SIZE)
  const { rowCount } = await db.delete(activeDays).where(and(inArray(key, next)))
  return rowCount === BATCH_SIZE
}
