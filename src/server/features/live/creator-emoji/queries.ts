import { and, asc, eq } from 'drizzle-orm'
import type { CreatorEmoji } from '#shared/live/creator-emoji.ts'
import type { Executor } from '#server/db/executor.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { creatorEmoji } from './schema.ts'

const COLUMNS = { id: creatorEmoji.id, name: creatorEmoji.name, url: creatorEmoji.url }

/** A creator's stored emoji, oldest first. */
export function listStoredEmoji(db: Executor, creatorId: string): Promise<CreatorEmoji[]> {
  return db
    .select(COLUMNS)
    .from(creatorEmoji)
    .where(eq(creatorEmoji.creatorId, creatorId))
    .orderBy(asc(creatorEmoji.id))
}

/** The emoji that a chat draws, oldest first: none without Creator Pro. Undefined for an unknown or inactive user. */
export async function findOfferedEmoji(db: Executor, creatorId: string): Promise<CreatorEmoji[] | undefined> {
  const rows = await db
    .select({ emoji: COLUMNS })
    .from(users)
    .leftJoin(creatorEmoji, and(eq(creatorEmoji.creatorId, users.id), users.isPremium))
    .where(and(eq(users.id, creatorId), users.isActive))
    .orderBy(asc(creatorEmoji.id))
  if (rows.length === 0) return undefined
  return rows.flatMap(({ emoji }) => emoji ?? [])
}

export async function insertEmoji(
  tx: Executor,
  values: typeof creatorEmoji.$inferInsert,
): Promise<CreatorEmoji> {
  const [row] = await tx.insert(creatorEmoji).values(values).returning(COLUMNS)
  if (!row) throw new Error('insert returned no emoji')
  return row
}

/** Returns whose emoji it is, and whether chats draw it, so that everyone can see it. */
export async function findEmoji(
  db: Executor,
  id: string,
): Promise<{ creatorId: string; isOffered: boolean } | undefined> {
  const [row] = await db
    .select({ creatorId: creatorEmoji.creatorId, isPremium: users.isPremium, isActive: users.isActive })
    .from(creatorEmoji)
    .innerJoin(users, eq(users.id, creatorEmoji.creatorId))
    .where(eq(creatorEmoji.id, id))
  return row && { creatorId: row.creatorId, isOffered: row.isPremium && row.isActive }
}

/** Deletes an emoji; undefined when it was deleted meanwhile. */
export async function deleteEmojiRow(tx: Executor, id: string): Promise<CreatorEmoji | undefined> {
  const [row] = await tx.delete(creatorEmoji).where(eq(creatorEmoji.id, id)).returning(COLUMNS)
  return row
}
