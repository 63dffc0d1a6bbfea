import type { WorkerContext } from '#server/feature.ts'
import { defineExtensionPoint } from '#server/services.ts'
import { type AnyColumn, type SQL, and, eq, inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from '#server/db/executor.ts'
import { type LikeKind, likes } from './schema.ts'

/** A kind of subject that can be liked, and the table with its count of likes. */
export type Likeable = { kind: LikeKind; table: PgTable & { id: AnyPgColumn; likesCount: AnyPgColumn } }
/** All kinds of subjects that can be liked. */
export const likeables = defineExtensionPoint<WorkerContext, Likeable>('what can be liked')
type Like = { subjectId: string; userId: string }
/** `likedAt`: the creation time of the added or removed like. */
export type LikeChange = { liked: boolean; likesCount: number; likedAt: string }

/**
 * Adds or removes a like and updates the subject's count in one statement; null toggles. Returns undefined if nothing
 * changed. The caller must have locked the subject's row: then the statement sees all earlier changes, and a concurrent
 * deletion of the subject cannot leave a like behind.
 */
export async function setLike(
  tx: Executor,
  { kind, table }: Likeable,
  { subjectId, userId }: Like,
  desired: boolean | null,
): Promise<LikeChange | undefined> {
  const { rows } = await tx.execute<LikeChange>(sql`
    with removed as (
      delete from likes where subject_id = ${subjectId} and user_id = ${userId} and subject_kind = ${kind}
        and ${desired}::bool is not true
      returning created_at
    ),
    added as (
      insert into likes (subject_id, user_id, subject_kind)
      select ${subjectId}::uuid, ${userId}::uuid, ${kind}::text
      where ${desired}::bool is not false and not exists (select from removed)
      on conflict do nothing returning created_at
    ),
    change as (
      select true as liked, 1 as step, created_at from added union all select false, -1, created_at from removed
    )
    update ${table} set likes_count = ${table.likesCount} + change.step from change where ${table.id} = ${subjectId}
    returning change.liked, ${table.likesCount} as "likesCount", change.created_at as "likedAt"`)
  return rows[0]
}

/**
 * Whether a user, or null for a visitor, likes the subject of a row. Looked up row by row: for a join or `exists`,
 * PostgreSQL may read all likes of the user.
 */
export const isLikedBy = (userId: SQL, kind: LikeKind, subjectId: SQL | AnyColumn): SQL<boolean> =>
  sql<boolean>`(select true from likes l
    where l.subject_id = ${subjectId} and l.user_id = ${userId} and l.subject_kind = ${kind}) is true`

/** Returns the ids of the subjects that the user likes. */
export async function listLikedIds(
  db: Executor,
  userId: string,
  kind: LikeKind,
  subjectIds: readonly string[],
): Promise<string[]> {
  const { subjectId, subjectKind } = likes
  const rows = await db
    .select({ id: subjectId })
    .from(likes)
    .where(and(inArray(subjectId, [...subjectIds]), eq(likes.userId, userId), eq(subjectKind, kind)))
  return rows.map(({ id }) => id)
}

/** Deletes all likes by a user, and lowers the counts of the liked subjects. */
export async function deleteLikesOf(
  tx: Executor,
  subjects: readonly Likeable[],
  userId: string,
): Promise<void> {
  for (const { kind, table } of subjects)
    await tx.execute(sql`
      with locked as (
        select id from ${table} where id in (
          select subject_id from likes where user_id = ${userId} and subject_kind = ${kind}
        ) order by id for no key update
      ),
      deleted as (
        delete from likes using locked
        where subject_id = locked.id and user_id = ${userId} and subject_kind = ${kind} returning subject_id
      )
      update ${table} set likes_count = ${table.likesCount} - 1 from deleted where ${table.id} = deleted.subject_id`)
}
