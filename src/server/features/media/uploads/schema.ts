import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UploadPurpose } from '#shared/media/uploads.ts'
import { createdAt } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** Uploads that are not finished yet; the received bytes are in the file DATA_DIR/uploads/<id>. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Bytes of the whole file. */
    size: bigint({ mode: 'number' }).notNull(),
    fileName: text('file_name').notNull(),
    /** Declared by the client; the media type is detected from the bytes. */
    fileType: text('file_type').notNull(),
    /** Declared by the client, for its list of unfinished uploads. */
    purpose: text().$type<UploadPurpose>(),
    /** Hash of the beginning and the end of the file, made by the client. */
    fingerprint: text(),
    createdAt: createdAt(),
  },
  (table) => [index('uploads_owner_idx').on(table.ownerId), index('uploads_age_idx').on(table.createdAt)],
)

export type UploadRow = typeof uploads.$inferSelect
