import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { BEGINNING, preparedPage } from '#server/db/prepared.ts'
import type { SeenPost } from '#server/features/posts/present-post.ts'
import { SEEN_POST } from '#server/features/posts/queries.ts'
import { bookmarks } from './schema.ts'

type Bookmark = { userId: string; postId: string }

/** Keeping what is kept already changes nothing. */
export async function insertBookmark(db: Executor, bookmark: Bookmark): Promise<void> {
  await db.insert(bookmarks).values(bookmark).onConflictDoNothing()
}

export async function deleteBookmark(db: Executor, { userId, postId }: Bookmark): Promise<void> {
  await db.delete(bookmarks).where(and(eq(bookmarks.postId, postId), eq(bookmarks.userId, userId)))
}

const page = preparedPage<{ viewerId: string; before: string }, SeenPost & { bookmarkId: string }>(
  'posts_bookmarked',
  (limit) => sql`select ${SEEN_POST}, kept.id as "bookmarkId" from bookmarks kept
    join posts p on p.id = kept.post_id join users u on u.id = p.author_id
    where kept.user_id = ${sql.placeholder('viewerId')}::uuid and kept.id < ${sql.placeholder('before')}::uuid
      and u.is_active
    order by kept.id desc limit ${limit}`,
)

/** What a member has kept, the last first. */
export function listBookmarked(
  db: Executor,
  userId: string,
  limit: number,
  beforeId = BEGINNING,
): Promise<(SeenPost & { bookmarkId: string })[]> {
  return page(db, { viewerId: userId, before: beforeId }, limit)
}
