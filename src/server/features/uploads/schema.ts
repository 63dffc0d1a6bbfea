import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '#server/db/columns.ts'
import { users } from '#server/features/users/schema.ts'

/** Files that are being sent, or were sent and not finished; what has arrived lies in DATA_DIR/uploads under the id. */
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
    /** As the sender says; the file's bytes decide. */
    fileType: text('file_type').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('uploads_owner_idx').on(table.ownerId), index('uploads_age_idx').on(table.createdAt)],
)

export type UploadRow = typeof uploads.$inferSelect
