import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db, Executor } from '#server/db/executor.ts'
import { HOLDS } from '#server/features/streams/ban-queries.ts'
import { type ChatRulesRow, streamBans, streams } from '#server/features/streams/schema.ts'
import { USER_REF_COLUMNS } from '#server/features/users/queries.ts'
import { users } from '#server/features/users/schema.ts'
import type { Role } from '#shared/roles.ts'
import { chatMessages } from './schema.ts'

/**
 * Holds a stream until the transaction ends, and marks it as changed: a message whose statement began before is judged
 * anew (`storeMessage`), so that nothing comes through on what stood before.
 */
export async function lockChat(tx: Executor, streamId: string): Promise<void> {
  await tx
    .update(streams)
    .set({ updatedAt: sql`greatest(clock_timestamp(), ${streams.updatedAt} + interval '1 ms')` })
    .where(eq(streams.id, streamId))
}

type TakenOut = { streamId: string; by: string } & ({ messageId: string } | { userId: string })

/**
 * Takes a message out, or all of a member's on a stream, counts them, and unpins the one that was pinned; all in one
 * statement. The stream is held (`holdChat`). Answers how many there were.
 */
export async function removeMessages(
  tx: Executor,
  { streamId, by, ...which }: TakenOut,
): Promise<{ count: number; wasPinned: boolean }> {
  const chosen = 'messageId' in which ? sql`id = ${which.messageId}` : sql`user_id = ${which.userId}`
  const { rows } = await tx.execute<{ count: number; wasPinned: boolean }>(sql`
    with gone as (
      update chat_messages set deleted_at = now(), deleted_by = ${by}
      where stream_id = ${streamId} and ${chosen} and deleted_at is null returning id
    ),
    found as (
      select s.id, (select count(*) from gone)::int as count,
        exists (select from gone where gone.id = s.pinned_message_id) as "wasPinned"
      from streams s where s.id = ${streamId}
    )
    update streams s set messages_count = s.messages_count - found.count,
      pinned_message_id = case when found."wasPinned" then null else s.pinned_message_id end
    from found where s.id = found.id
    returning found.count, found."wasPinned"`)
  return rows[0] ?? { count: 0, wasPinned: false }
}

/** Whose message it is, and whether it has been taken out. */
export async function findAuthor(
  tx: Executor,
  streamId: string,
  messageId: string,
): Promise<{ userId: string; deletedAt: Date | null } | undefined> {
  const [row] = await tx
    .select({ userId: chatMessages.userId, deletedAt: chatMessages.deletedAt })
    .from(chatMessages)
    .where(and(eq(chatMessages.id, messageId), eq(chatMessages.streamId, streamId)))
  return row
}

export async function findRole(tx: Executor, userId: string): Promise<Role | undefined> {
  const [row] = await tx.select({ role: users.role }).from(users).where(eq(users.id, userId))
  return row?.role
}

type NewBan = typeof streamBans.$inferInsert

/** Bans a member or times it out until a moment; the last word holds. False when it would end a ban, which stands. */
export async function upsertBan(tx: Executor, ban: NewBan): Promise<boolean> {
  const { until = null, bannedBy } = ban
  const rows = await tx
    .insert(streamBans)
    .values(ban)
    .onConflictDoUpdate({
      target: [streamBans.streamId, streamBans.userId],
      set: { until, bannedBy, createdAt: new Date() },
      ...(until && { setWhere: isNotNull(streamBans.until) }),
    })
    .returning({ userId: streamBans.userId })
  return rows.length > 0
}

/** False when there was none. */
export async function deleteBan(tx: Executor, streamId: string, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(streamBans)
    .where(and(eq(streamBans.streamId, streamId), eq(streamBans.userId, userId)))
    .returning({ userId: streamBans.userId })
  return rows.length > 0
}

/** Whom a stream refuses now, the last one first. */
export function listBans(db: Db, streamId: string, limit: number) {
  return db
    .select({ until: streamBans.until, createdAt: streamBans.createdAt, user: USER_REF_COLUMNS })
    .from(streamBans)
    .innerJoin(users, eq(users.id, streamBans.userId))
    .where(and(eq(streamBans.streamId, streamId), HOLDS))
    .orderBy(desc(streamBans.createdAt), streamBans.userId)
    .limit(limit)
}

/** Puts a message above the others, or none. The stream is held (`holdChat`). */
export async function setPinned(
  tx: Executor,
  streamId: string,
  pinnedMessageId: string | null,
): Promise<void> {
  await tx
    .update(streams)
    .set({ pinnedMessageId, updatedAt: sql`${streams.updatedAt}` })
    .where(eq(streams.id, streamId))
}

/** Changes what is given; the stream is held (`holdChat`). */
export async function updateRules(
  tx: Executor,
  streamId: string,
  {
    slowModeSeconds,
    followersOnly,
  }: { slowModeSeconds?: number | undefined; followersOnly?: boolean | undefined },
): Promise<ChatRulesRow | undefined> {
  const [row] = await tx
    .update(streams)
    .set({
      slowModeSeconds: slowModeSeconds ?? sql`${streams.slowModeSeconds}`,
      followersOnly: followersOnly ?? sql`${streams.followersOnly}`,
      updatedAt: sql`${streams.updatedAt}`,
    })
    .where(eq(streams.id, streamId))
    .returning({
      id: streams.id,
      allowChat: streams.allowChat,
      slowModeSeconds: streams.slowModeSeconds,
      followersOnly: streams.followersOnly,
    })
  return row
}
