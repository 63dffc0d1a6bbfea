import { type SQL, and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { signInFailures } from './schema.ts'

/**
 * `now` is the time of the attempt. `waitsMs[n - 1]` is the wait after `n` failures; the last element applies to more
 * failures. Failures are forgotten `resetMs` after the last one.
 */
type SlowdownRules = { now: Date; waitsMs: readonly number[]; resetMs: number }

/**
 * Counts a failure and returns its number among the account's attempts. Returns undefined and counts nothing while the
 * account has to wait.
 */
export async function countSignInFailure(
  db: Executor,
  account: string,
  { now, waitsMs, resetMs }: SlowdownRules,
): Promise<number | undefined> {
  const forgottenAt = new Date(now.getTime() + resetMs)
  const at = sql`${now.toISOString()}::timestamptz`
  const failures = sql`case when ${signInFailures.forgottenAt} <= ${at} then 1 else ${signInFailures.failures} + 1 end`
  const [row] = await db
    .insert(signInFailures)
    .values({ account, failures: 1, attempt: 1, nextAttemptAt: null, forgottenAt })
    .onConflictDoUpdate({
      target: signInFailures.account,
      set: {
        failures,
        attempt: sql`${signInFailures.attempt} + 1`,
        nextAttemptAt: nextAttempt(failures, waitsMs, at),
        forgottenAt,
      },
      setWhere: sql`${signInFailures.nextAttemptAt} is null or ${signInFailures.nextAttemptAt} <= ${at}`,
    })
    .returning({ attempt: signInFailures.attempt })
  return row?.attempt
}

/** Returns null if there is no wait. */
function nextAttempt(failures: SQL, waitsMs: readonly number[], at: SQL): SQL {
  const waits = sql`${sql.param([...waitsMs])}::float8[]`
  return sql`${at} + nullif((${waits})[least(${failures}, ${waitsMs.length})], 0) * interval '1 millisecond'`
}

/**
 * Undoes an attempt that was counted. The wait after a later failure stays. A row without failures is deleted as old
 * ones are, by `deleteOldFailures`.
 */
export async function undoSignInFailure(db: Executor, account: string, attempt: number): Promise<void> {
  await db
    .update(signInFailures)
    .set({
      failures: sql`greatest(${signInFailures.failures} - 1, 0)`,
      nextAttemptAt: sql`case when ${signInFailures.attempt} = ${attempt} then null else ${signInFailures.nextAttemptAt} end`,
    })
    .where(eq(signInFailures.account, account))
}

export async function findSignInFailures(
  db: Executor,
  account: string,
  now: Date,
): Promise<{ failures: number; nextAttemptAt: Date | null } | undefined> {
  const { failures, nextAttemptAt } = signInFailures
  const [row] = await db
    .select({ failures, nextAttemptAt })
    .from(signInFailures)
    .where(and(eq(signInFailures.account, account), gt(signInFailures.forgottenAt, now)))
  return row
}

export async function deleteOldFailures(db: Executor): Promise<void> {
  await db.delete(signInFailures).where(lt(signInFailures.forgottenAt, new Date()))
}
