import { type SQL, and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { excerptOf } from '#server/features/notifications/notifications/list-queries.ts'
import {
  type Excerpt,
  defineNotificationSubject,
  presentExcerpt,
} from '#server/features/notifications/notifications/notification-subject.ts'
import type { Replacement } from '#server/features/notifications/notifications/withdrawal-queries.ts'
import { comments } from './schema.ts'
import type { Subject } from './subjects.ts'

export const notifiedComment = defineNotificationSubject({
  kind: 'comment',
  select: (id) => sql`select id, ${excerptOf(sql`content`)} as excerpt from comments where id = ${id}`,
  present: (comment: Excerpt) => ({ comment: presentExcerpt(comment) }),
})

type CommentOf = Subject & { actorId: string; commentId: string }

/** Finds a user's latest other visible comment on the subject, which keeps the user in the notification. */
export async function findReplacement(
  tx: Executor,
  { postId, videoId, actorId, commentId }: CommentOf,
): Promise<Replacement | undefined> {
  const isOnSubject: SQL = postId === null ? eq(comments.videoId, videoId) : eq(comments.postId, postId)
  const [found] = await tx
    .select({ commentId: comments.id, createdAt: comments.createdAt })
    .from(comments)
    .where(
      and(isOnSubject, eq(comments.userId, actorId), ne(comments.id, commentId), isNull(comments.hiddenAt)),
    )
    .orderBy(desc(comments.id))
    .limit(1)
  return found
}
