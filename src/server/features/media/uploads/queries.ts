import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type UploadRow, uploads } from './schema.ts'

export async function insertUpload(db: Executor, values: typeof uploads.$inferInsert): Promise<void> {
  await db.insert(uploads).values(values)
}

export async function findUpload(db: Executor, id: string): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id))
  return row
}

export async function findOwnUpload(
  db: Executor,
  id: string,
  ownerId: string,
): Promise<UploadRow | undefined> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.ownerId, ownerId)))
  return row
}

/** Declared bytes of the owner's uploads, received or not. */
export async function sumUploadBytes(db: Executor, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${uploads.size}), 0)` })
    .from(uploads)
    .where(eq(uploads.ownerId, ownerId))
  return Number(row?.bytes ?? 0)
}

export async function deleteUpload(db: Executor, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id))
}

/** The owner's newest uploads. */
export function listOwnUploads(db: Executor, ownerId: string, limit: number): Promise<UploadRow[]> {
  return db.select().from(uploads).where(eq(uploads.ownerId, ownerId)).orderBy(desc(uploads.id)).limit(limit)
}

export async function listUploadIdsBefore(db: Executor, before: Date): Promise<string[]> {
  const rows = await db.select({ id: uploads.id }).from(uploads).where(lt(uploads.createdAt, before))
  return rows.map(({ id }) => id)
}
