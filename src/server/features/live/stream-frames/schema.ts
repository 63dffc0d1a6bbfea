import { customType, pgTable, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/db/columns.ts'
import { streams } from '#server/features/live/streams/schema.ts'

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/**
 * The last frame of each live stream. In the database and not in the file storage: every node can read it, it is replaced and deleted
 * with the stream in one transaction, and it is small.
 */
export const streamFrames = pgTable('stream_frames', {
  streamId: uuid('stream_id')
    .primaryKey()
    .references(() => streams.id, { onDelete: 'cascade' }),
  /** A JPEG without metadata. */
  image: bytea().notNull(),
  takenAt: timestamptz('taken_at').notNull(),
})
