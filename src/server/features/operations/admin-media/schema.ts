import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/db/columns.ts'

/** Stored files that no row refers to, as the last check of their node found them. */
export const orphanFiles = pgTable(
  'orphan_files',
  {
    nodeId: text('node_id').notNull(),
    /** Key in the storage. */
    key: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    /** When a check found it for the first time, and for the last time. */
    foundAt: timestamptz('found_at').notNull().defaultNow(),
    seenAt: timestamptz('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.nodeId, table.key] }),
    index('orphan_files_age_idx').on(table.nodeId, table.foundAt),
  ],
)

/** The last finished check of each node's storage. */
export const storageChecks = pgTable('storage_checks', {
  nodeId: text('node_id').primaryKey(),
  checkedAt: timestamptz('checked_at').notNull(),
  /** All files of the storage, and their bytes. */
  files: integer().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
})
