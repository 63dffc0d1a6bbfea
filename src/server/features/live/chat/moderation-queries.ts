import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db, Executor } from '#server/db/executor.ts'
import { IS_ACTIVE_BAN } from '#server/features/live/streams/ban-queries.ts'
import { type ChatRulesRow, streamBans, streams } from '#server/features/live/streams/schema.ts'
import { USER_REF_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { notFound } from '#server/http/errors.ts'
import type { Role } from '#shared/roles.ts'
import { chatMessages } from './schema.ts'
import type { UserChat } from './user-removed.ts'

/**
 * Locks a stream's chat until the transaction ends: messages wait, as does other moderation. Increments the version, by
 * which `storeMessage` detects that it has read outdated rules or bans. Throws 404 if the stream was deleted meanwhile.
 */
export async function lockChat(tx: Executor, streamId: string): Promise<void> {
  const rows = await tx
    .update(streams)
    .set({ chatVersion: sql`${streams.chatVersion} + 1`, updatedAt: sql`${streams.updatedAt}` })
    .where(eq(streams.id, streamId))
    .returning({ id: streams.id })
  if (rows.length === 0) throw notFound('notFound.stream')
}

type RemovalTarget = { streamId: string; deletedBy: string } & ({ messageId: string } | { userId: string })

/**
 * Marks a message, or all messages of a user on a stream, as deleted. This includes messages that wait for review. Erases the text
 * if the author deletes the message. Lowers the message count and unpins a deleted message, in one statement. Requires
 * `lockChat`. Returns the number of deleted messages.
 */
export async function removeMessages(
  tx: Executor,
  { streamId, deletedBy, ...target }: RemovalTarget,
): Promise<{ count: number; wasPinned: boolean }> {
  const matches = 'messageId' in target ? sql`m.id = ${target.messageId}` : sql`m.user_id = ${target.userId}`
  const { rows } = await tx.execute<{ count: number; wasPinned: boolean }>(sql`
    with removed as (
      update chat_messages m set deleted_at = now(), deleted_by = ${deletedBy}, held_at = null,
        message = case when m.user_id = ${deletedBy} then '' else m.message end
      from chat_messages before
      where before.id = m.id and m.stream_id = ${streamId} and ${matches}
        and (m.deleted_at is null or m.held_at is not null)
      returning m.id, before.held_at is null as was_counted, m.created_at
    ),
    found as (
      select s.id, (select count(*) from removed)::int as count,
        (select count(*) from removed where was_counted)::int as counted,
        (select count(*) from removed where was_counted and removed.created_at < s.started_at)::int as older,
        exists (select from removed where removed.id = s.pinned_message_id) as "wasPinned"
      from streams s where s.id = ${streamId}
    )
    update streams s set messages_count = s.messages_count - found.counted,
      messages_at_start = s.messages_at_start - found.older,
      pinned_message_id = case when found."wasPinned" then null else s.pinned_message_id end
    from found where s.id = found.id
    returning found.count, found."wasPinned"`)
  return rows[0] ?? { count: 0, wasPinned: false }
}

/** Returns a message's author and deletion time. */
export async function findMessageAuthor(
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

/** Stores a ban or time-out in place of an earlier one. Returns false for a time-out of a banned user. */
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

/** Returns false if there was no ban or time-out. */
export async function deleteBan(tx: Executor, streamId: string, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(streamBans)
    .where(and(eq(streamBans.streamId, streamId), eq(streamBans.userId, userId)))
    .returning({ userId: streamBans.userId })
  return rows.length > 0
}

/** Returns the bans and time-outs that are in force, latest first. */
export function listBans(db: Db, streamId: string, limit: number) {
  return db
    .select({ until: streamBans.until, createdAt: streamBans.createdAt, user: USER_REF_COLUMNS })
    .from(streamBans)
    .innerJoin(users, eq(users.id, streamBans.userId))
    .where(and(eq(streamBans.streamId, streamId), IS_ACTIVE_BAN))
    .orderBy(desc(streamBans.createdAt), streamBans.userId)
    .limit(limit)
}

/** Pins a message, or none for null. Requires `lockChat`. */
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

type RulesChange = {
  slowModeSeconds?: number | undefined
  followersOnly?: boolean | undefined
  followersOnlyMinutes?: number | undefined
}

/** Changes the given rules only. Requires `lockChat`. */
export async function updateRules(
  tx: Executor,
  streamId: string,
  { slowModeSeconds, followersOnly, followersOnlyMinutes }: RulesChange,
): Promise<ChatRulesRow | undefined> {
  const [row] = await tx
    .update(streams)
    .set({
      slowModeSeconds: slowModeSeconds ?? sql`${streams.slowModeSeconds}`,
      followersOnly: followersOnly ?? sql`${streams.followersOnly}`,
      followersOnlyMinutes: followersOnlyMinutes ?? sql`${streams.followersOnlyMinutes}`,
      updatedAt: sql`${streams.updatedAt}`,
    })
    .where(eq(streams.id, streamId))
    .returning({
      id: streams.id,
      allowChat: streams.allowChat,
      slowModeSeconds: streams.slowModeSeconds,
      followersOnly: streams.followersOnly,
      followersOnlyMinutes: streams.followersOnlyMinutes,
    })
  return row
}

/** Deletes all messages of a user, and lowers the counts of the streams. Returns these. */
export async function deleteMessagesOf(tx: Executor, userId: string): Promise<UserChat[]> {
  // In a statement of its own: the next one then sees the messages that were stored, or pinned, until the lock.
  await tx.execute(sql`
    select from streams where id in (select stream_id from chat_messages where user_id = ${userId})
    order by id for no key update`)
  const { rows } = await tx.execute<UserChat>(sql`
    with deleted as (
      delete from chat_messages where user_id = ${userId}
      returning id, stream_id, created_at, deleted_at is null and held_at is null as is_counted
    ),
    by_stream as (
      select s.id, count(*) filter (where is_counted)::int as counted,
        count(*) filter (where is_counted and deleted.created_at < s.started_at)::int as older,
        bool_or(deleted.id = s.pinned_message_id) is true as "isPinned"
      from streams s join deleted on deleted.stream_id = s.id group by s.id
    )
    update streams s set messages_count = s.messages_count - by_stream.counted,
      messages_at_start = s.messages_at_start - by_stream.older,
      pinned_message_id = case when by_stream."isPinned" then null else s.pinned_message_id end
    from by_stream where s.id = by_stream.id
    returning s.id as "streamId", by_stream."isPinned"`)
  return rows
}
