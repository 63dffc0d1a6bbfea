import { sql } from 'drizzle-orm'
import { NOTIFICATION_TYPES } from '#shared/accounts/preferences.ts'
import type { Executor } from '#server/db/executor.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'

type Recipient = Pick<UserRow, 'id' | 'email' | 'language'>

/** How far the first digest of a user goes back. */
const FIRST_DAYS = 7

/** The beginning of the current day or week of user `u`. At most one digest is sent per period. */
const periodStart = sql`
  date_trunc(case u.mail_choices ->> 'digest' when 'weekly' then 'week' else 'day' end, now(), 'UTC')`
const coveredUntil = sql`
  coalesce(d.covered_until, now() - make_interval(days => ${sql.raw(String(FIRST_DAYS))}))`
/** Excludes types that users cannot turn off: changes of roles, announcements. */
const isUnread = sql`n.user_id = u.id and n.read_at is null and not n.is_hidden
  and n.type in ${[...NOTIFICATION_TYPES]}
  and n.last_at > ${coveredUntil}`

/** Selects users `u`, with their latest digest `d`, who have chosen digests and got none in this period. */
const dueUsers = sql`
  users u left join digests d on d.user_id = u.id
  where u.is_active and u.email_verified_at is not null and u.mail_choices ->> 'digest' in ('daily', 'weekly')
    and (d.covered_until is null or d.covered_until < ${periodStart})`

/** Returns the next users with something unread and a digest that is due, by id. */
export async function listDueUsers(
  db: Executor,
  { after, limit }: { after: string; limit: number },
): Promise<Recipient[]> {
  const { rows } = await db.execute<Recipient>(sql`
    select u.id, u.email, u.language from ${dueUsers} and u.id > ${after}
      and exists (select from notifications n where ${isUnread})
    order by u.id limit ${limit}`)
  return rows
}

type CountedType = (typeof NOTIFICATION_TYPES)[number]
export type UnreadCounts = Partial<Record<CountedType, number>>

/**
 * Records that a digest covers all notifications until now. Returns the numbers of unread ones since the previous digest, by
 * type. Returns {} when the digest is not due any more, so that a repeated job sends no second mail.
 */
export async function recordDigest(tx: Executor, userId: string): Promise<UnreadCounts> {
  const { rows } = await tx.execute<{ type: CountedType; count: number }>(sql`
    with due as (
      select u.id, ${periodStart} as period_start from ${dueUsers} and u.id = ${userId} for no key update of u
    ), covered as (
      insert into digests (user_id, covered_until) select id, now() from due
      -- A concurrent job may have covered the period while this one waited for the lock.
      on conflict (user_id) do update set covered_until = excluded.covered_until
      where digests.covered_until < (select period_start from due)
      returning user_id
    )
    -- All new followers are one notification.
    select n.type, sum(case when n.type = 'follow' then n.actors_count else 1 end)::int as count
    from users u left join digests d on d.user_id = u.id join notifications n on ${isUnread}
    where u.id in (select user_id from covered) group by n.type`)
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]))
}
