import { type SQL, and, eq, sql } from 'drizzle-orm'
import type { ContextItem } from '#shared/operations/moderation.ts'
import type { Executor } from '#server/db/executor.ts'
import { listMessagesAround } from '#server/features/live/chat/report-queries.ts'
import { comments } from '#server/features/community/comments/schema.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import { USER_REF_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'

/** Items before and after what was reported. */
const EACH = 8
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

type Thread = { postId?: string | null; videoId?: string | null; around?: string }

/** Comments of a post or video around one of them, or the newest: oldest first, removed and held ones as well. */
export async function listThread(
  db: Executor,
  { postId, videoId, around = LAST_ID }: Thread,
  moderator: Caller,
): Promise<ContextItem[]> {
  const isOnSubject = postId ? eq(comments.postId, postId) : eq(comments.videoId, videoId ?? LAST_ID)
  const rowsOf = (condition: SQL, order: SQL) =>
    db
      .select({
        id: comments.id,
        text: comments.content,
        createdAt: comments.createdAt,
        hiddenAt: comments.hiddenAt,
        isHeld: comments.isHeld,
        user: USER_REF_COLUMNS,
      })
      .from(comments)
      .innerJoin(users, eq(users.id, comments.userId))
      .where(and(isOnSubject, condition))
      .orderBy(order)
      .limit(EACH)
  const before = await rowsOf(sql`${comments.id} <= ${around}`, sql`${comments.id} desc`)
  const after = await rowsOf(sql`${comments.id} > ${around}`, sql`${comments.id}`)
  return [...before.reverse(), ...after].map(({ hiddenAt, createdAt, user, ...item }) => ({
    ...item,
    user: presentUserRef(user, moderator),
    createdAt: createdAt.toISOString(),
    isReported: item.id === around,
    isRemoved: hiddenAt !== null && !item.isHeld,
  }))
}

/** Chat messages around one of them, or the newest: oldest first, removed and held ones as well; none that its author deleted. */
export async function listChat(
  db: Executor,
  { streamId, around = LAST_ID }: { streamId: string; around?: string },
  moderator: Caller,
): Promise<ContextItem[]> {
  const rows = await listMessagesAround(db, { id: around, streamId }, EACH)
  return rows
    .filter(({ message }) => message.deletedBy !== message.userId)
    .map(({ message, user }) => ({
      id: message.id,
      user: presentUserRef(user, moderator),
      text: message.message,
      createdAt: message.createdAt.toISOString(),
      isReported: message.id === around,
      isHeld: message.heldAt !== null,
      isRemoved: message.deletedAt !== null && message.heldAt === null,
    }))
}
