import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'

/** Stores the number of viewers of a broadcast if it is the day's highest. */
export async function raiseViewerPeak(
  db: Executor,
  { date, viewers }: { date: string; viewers: number },
): Promise<void> {
  await db.execute(sql`
    insert into viewer_peaks as peak (date, viewers) values (${date}, ${viewers})
    on conflict (date) do update set viewers = excluded.viewers where excluded.viewers > peak.viewers`)
}
