import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { blocked } from '#server/http/errors.ts'

/** The reader of a list: the caller of a request, or in a prepared statement the placeholder of the id, which may be null. */
type Requester = Caller | null | SQL

/**
 * Whether a user is not hidden from the requester: neither blocked nor muted, and the user has not blocked the requester. For
 * the `where` of every list. PostgreSQL reads the requester's rows once per statement into a hash table, which costs almost
 * nothing if there are none. `notHiddenByRow` costs a lookup for each scanned row. `userId` may be a column without a table,
 * except `user_id`, which `hidden_users` has too.
 */
export function notHidden(requester: Requester, userId: SQL | Column): SQL {
  if (requester === null) return sql`true`
  return sql`${userId} not in (
    select hidden.other_id from hidden_users hidden where hidden.user_id = ${idOf(requester)})`
}

/**
 * As `notHidden`, with one lookup per row: for statements that read few rows beyond those of their page.
 */
export const notHiddenByRow = (requester: Requester, userId: SQL | Column): SQL =>
  requester === null ? sql`true` : sql`not ${isHiddenFrom(idOf(requester), userId)}`

/**
 * As `notHidden`, for users whom the requester follows. A block ends the follows between both users, so that only a mute can
 * hide them. Uses an index without blocks.
 */
export const followedNotHidden = (requesterId: SQL, userId: SQL): SQL => sql`${userId} not in (
  select hidden.other_id from hidden_users hidden
  where hidden.user_id = ${requesterId} and hidden.muted_at is not null)`

/**
 * Whether there is no block between the requester and a user, in either direction. Used where a mute has no effect. Costs one
 * lookup per row, or one per statement if the user is a parameter.
 */
export const notBlocked = (requester: Requester, userId: SQL | Column): SQL =>
  requester === null ? sql`true` : sql`not ${isBlockBetween(idOf(requester), userId)}`

const idOf = (requester: Caller | SQL): SQL => ('id' in requester ? sql`${requester.id}::uuid` : requester)

/** The mentions in a JSON column of the users who are not hidden from the requester; the others stay plain text. */
export const shownMentions = (requester: Requester, mentions: SQL): SQL => sql`
  case when ${mentions} = '[]' then ${mentions} else (
    select coalesce(jsonb_agg(mention), '[]') from jsonb_array_elements(${mentions}) mention
    where ${notHidden(requester, sql`(mention ->> 'userId')::uuid`)}
  ) end`

/**
 * Whether there is a block between two users. Here and below a scalar subquery, because PostgreSQL may read the whole table for
 * `exists`.
 */
export const isBlockBetween = (one: SQL, other: SQL | Column): SQL => sql`coalesce((
  select true from hidden_users hidden where hidden.user_id = ${one} and hidden.other_id = ${other}
    and (hidden.blocked_at is not null or hidden.blocked_by_at is not null)), false)`

/** Whether `other` is hidden from `one`, such as the recipient of a notification. */
export const isHiddenFrom = (one: SQL, other: SQL | Column): SQL => sql`coalesce((
  select true from hidden_users hidden where hidden.user_id = ${one} and hidden.other_id = ${other}), false)`

/** Whether one of two users has blocked the other. */
export async function hasBlockBetween(db: Executor, one: string, other: string): Promise<boolean> {
  const { rows } = await db.execute<{ hasBlock: boolean }>(
    sql`select ${isBlockBetween(sql`${one}`, sql`${other}`)} as "hasBlock"`,
  )
  return rows[0]?.hasBlock === true
}

/** Throws 403 `blocked` if one of two users has blocked the other. */
export async function refuseBlocked(db: Executor, one: string, other: string): Promise<void> {
  if (one !== other && (await hasBlockBetween(db, one, other))) throw blocked()
}
