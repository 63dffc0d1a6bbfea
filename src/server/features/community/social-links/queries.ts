import { and, asc, count, eq } from 'drizzle-orm'
import type { SocialLinkChange } from '#shared/community/social-links.ts'
import type { Executor } from '#server/db/executor.ts'
import { lockUser } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type SocialLinkRow, socialLinks } from './schema.ts'

/** A user's links, oldest first. */
export function listLinks(
  db: Executor,
  creatorId: string,
  visibility: 'all' | 'public',
): Promise<SocialLinkRow[]> {
  return db
    .select()
    .from(socialLinks)
    .where(
      and(
        eq(socialLinks.creatorId, creatorId),
        visibility === 'public' ? eq(socialLinks.isPublic, true) : undefined,
      ),
    )
    .orderBy(asc(socialLinks.id))
}

/** Returns a link and whether its owner is active. */
export async function findLink(
  db: Executor,
  id: string,
): Promise<{ link: SocialLinkRow; isActive: boolean } | undefined> {
  const [row] = await db
    .select({ link: socialLinks, isActive: users.isActive })
    .from(socialLinks)
    .innerJoin(users, eq(users.id, socialLinks.creatorId))
    .where(eq(socialLinks.id, id))
  return row
}

/** Locks the user's row, so that concurrent inserts cannot exceed the limit, and returns the number of its links. */
export async function lockLinkCount(tx: Executor, creatorId: string): Promise<number> {
  await lockUser(tx, creatorId)
  const [row] = await tx
    .select({ links: count() })
    .from(socialLinks)
    .where(eq(socialLinks.creatorId, creatorId))
  return row?.links ?? 0
}

export async function insertLink(
  tx: Executor,
  values: typeof socialLinks.$inferInsert,
): Promise<SocialLinkRow> {
  const [row] = await tx.insert(socialLinks).values(values).returning()
  if (!row) throw new Error('insert returned no link')
  return row
}

export async function updateLink(
  db: Executor,
  id: string,
  change: SocialLinkChange,
): Promise<SocialLinkRow | undefined> {
  const [row] = await db
    .update(socialLinks)
    .set({ ...change, updatedAt: new Date() })
    .where(eq(socialLinks.id, id))
    .returning()
  return row
}

export async function deleteLink(db: Executor, id: string): Promise<void> {
  await db.delete(socialLinks).where(eq(socialLinks.id, id))
}
