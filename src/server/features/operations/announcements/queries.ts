import { and, count, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { userRefColumns } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { announcements } from './schema.ts'

const selectAnnouncements = (db: Executor) =>
  db
    .select({ announcement: announcements, createdBy: userRefColumns(users) })
    .from(announcements)
    .leftJoin(users, eq(users.id, announcements.createdBy))
export type AnnouncementRow = Awaited<ReturnType<typeof selectAnnouncements>>[number]

/** Returns announcements, the newest first; one more than `limit` when there are more. */
export function listAnnouncements(
  db: Executor,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<AnnouncementRow[]> {
  return selectAnnouncements(db)
    .where(before === undefined ? undefined : lt(announcements.id, before))
    .orderBy(desc(announcements.id))
    .limit(limit + 1)
}

/** Throws if no request with this key has made an announcement. */
export async function getAnnouncementByKey(db: Executor, idempotencyKey: string): Promise<AnnouncementRow> {
  const [row] = await selectAnnouncements(db).where(eq(announcements.idempotencyKey, idempotencyKey))
  if (!row) throw new Error('the announcement of this key is missing')
  return row
}

type NewAnnouncement = Pick<
  typeof announcements.$inferInsert,
  'title' | 'text' | 'link' | 'createdBy' | 'idempotencyKey' | 'recipientsCount'
>

/** Returns undefined if there is an announcement with this key already. */
export async function insertAnnouncement(tx: Executor, row: NewAnnouncement): Promise<string | undefined> {
  const [inserted] = await tx
    .insert(announcements)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: announcements.id })
  return inserted?.id
}

export async function countActiveUsers(db: Executor): Promise<number> {
  const [row] = await db.select({ count: count() }).from(users).where(eq(users.isActive, true))
  return row?.count ?? 0
}

/** Locks an announcement that is not sent to all users yet, until the end of the transaction. */
export async function lockUnsentAnnouncement(tx: Executor, id: string) {
  const [row] = await tx
    .select({
      id: announcements.id,
      lastUserId: announcements.lastUserId,
      createdAt: announcements.createdAt,
    })
    .from(announcements)
    .where(and(eq(announcements.id, id), isNull(announcements.finishedAt)))
    .for('no key update')
  return row
}

/** Sorts before every other id. */
const MIN_ID = '00000000-0000-0000-0000-000000000000'

type Batch = { id: string; lastUserId: string | null; createdAt: Date; limit: number }
type SentBatch = { ids: string[]; lastUserId: string | null; usersCount: number }

/**
 * Opens the notifications of the next `limit` active users by id, without users who have signed up since. Such a notification
 * has no actor rows, and an actor count of one for the site itself, so that it is never hidden or withdrawn.
 */
export async function openAnnouncements(
  tx: Executor,
  { id, lastUserId, createdAt, limit }: Batch,
): Promise<SentBatch> {
  const { rows } = await tx.execute<SentBatch>(sql`
    with batch as (
      select id from users
      where id > ${lastUserId ?? MIN_ID}::uuid and is_active and created_at <= ${createdAt.toISOString()}::timestamptz
      order by id limit ${limit}
    ),
    opened as (
      insert into notifications (id, user_id, type, group_key, subject_kind, subject_id, actors_count)
      select gen_random_uuid(), batch.id, 'announcement', ${`announcement:${id}`}, 'announcement', ${id}::uuid, 1
      from batch
      on conflict do nothing returning id
    )
    select array(select id from opened) as ids, (select count(*)::int from batch) as "usersCount",
      (select id from batch order by id desc limit 1) as "lastUserId"`)
  return rows[0] ?? { ids: [], lastUserId: null, usersCount: 0 }
}

type Progress = { sentCount: number; lastUserId: string | null; isFinished: boolean }

/** Adds a batch to the progress of an announcement. */
export async function updateProgress(
  tx: Executor,
  id: string,
  { sentCount, lastUserId, isFinished }: Progress,
): Promise<void> {
  await tx
    .update(announcements)
    .set({
      sentCount: sql`${announcements.sentCount} + ${sentCount}`,
      ...(lastUserId !== null && { lastUserId }),
      ...(isFinished && { finishedAt: new Date() }),
    })
    .where(eq(announcements.id, id))
}

/** Forgets that a user was the last one to be notified of an announcement. One that is being sent still needs it. */
export async function forgetLastUser(tx: Executor, userId: string): Promise<void> {
  await tx
    .update(announcements)
    .set({ lastUserId: null })
    .where(and(eq(announcements.lastUserId, userId), isNotNull(announcements.finishedAt)))
}
