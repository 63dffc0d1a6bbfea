import { and, inArray, sql } from 'drizzle-orm'
import type { Post } from '#shared/community/posts.ts'
import type { Executor } from '#server/db/executor.ts'
import { notBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** The active users with these handles, except users with a block between them and one of `others`: author, owner of the subject. */
export function listMentionedUsers(
  db: Executor,
  handles: readonly string[],
  others: readonly string[],
): Promise<Post['mentions']> {
  if (handles.length === 0) return Promise.resolve([])
  return db
    .select({ handle: users.handle, userId: users.id })
    .from(users)
    .where(
      and(
        inArray(users.handle, [...handles]),
        users.isActive,
        ...others.map((id) => notBlocked(sql`${id}::uuid`, users.id)),
      ),
    )
    .orderBy(users.id)
}
