import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'

type Sums = {
  totalCents: number
  tipsCount: number
  supportersCount: number
  updatedAt: string | null
  tipYears: number[]
}
type MonthSums = { cents: number; tipsCount: number }

/** Returns a creator's earnings of real money or of a sandbox, and the tips of two months, after refunds. */
export async function findEarnings(
  db: Executor,
  { creatorId, isSandbox }: { creatorId: string; isSandbox: boolean },
  { lastMonth, thisMonth }: { lastMonth: Date; thisMonth: Date },
): Promise<Sums & { thisMonth: MonthSums; lastMonth: MonthSums }> {
  const { rows } = await db.execute<
    Sums & Record<'thisCents' | 'thisCount' | 'lastCents' | 'lastCount', number>
  >(sql`
    select coalesce(e.total_tips_cents, 0)::float8 as "totalCents", coalesce(e.tips_count, 0) as "tipsCount",
      e.updated_at as "updatedAt",
      (select count(distinct t.tipper_id)::int from tips t
        where t.streamer_id = c.id and t.status = 'completed' and t.is_sandbox = c.is_sandbox)
        as "supportersCount",
      array(select distinct extract(year from t.created_at at time zone 'UTC')::int from tips t
        where t.streamer_id = c.id order by 1 desc) as "tipYears", m.*
    from (select ${creatorId}::uuid as id, ${isSandbox}::boolean as is_sandbox) c
      left join creator_earnings e on e.creator_id = c.id and e.is_sandbox = c.is_sandbox
      cross join lateral (
        select
          coalesce(sum(cents) filter (where is_this), 0)::float8 as "thisCents",
          (count(*) filter (where is_this and is_in_force))::int as "thisCount",
          coalesce(sum(cents) filter (where not is_this), 0)::float8 as "lastCents",
          (count(*) filter (where not is_this and is_in_force))::int as "lastCount"
        from (
          select t.amount_cents - t.refunded_cents as cents, t.created_at >= ${thisMonth} as is_this,
            t.status = 'completed' as is_in_force
          from tips t
          where t.streamer_id = c.id and t.is_sandbox = c.is_sandbox and t.created_at >= ${lastMonth}
        ) recent
      ) m`)
  const [row] = rows
  if (!row) throw new Error('a select without conditions returned no row')
  return {
    totalCents: row.totalCents,
    tipsCount: row.tipsCount,
    supportersCount: row.supportersCount,
    updatedAt: row.updatedAt,
    tipYears: row.tipYears,
    thisMonth: { cents: row.thisCents, tipsCount: row.thisCount },
    lastMonth: { cents: row.lastCents, tipsCount: row.lastCount },
  }
}
