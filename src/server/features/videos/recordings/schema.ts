import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz, primaryId } from '#server/db/columns.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { videos } from '#server/features/videos/videos/schema.ts'

/**
 * A recorded broadcast whose parts are not assembled yet. They are in a folder named by the row's id. The row is
 * deleted once the video is ready, or if nothing was recorded.
 */
export const recordings = pgTable(
  'recordings',
  {
    id: primaryId(),
    /** Null after the deletion of the stream; the draft video is still completed. */
    streamId: uuid('stream_id').references(() => streams.id, { onDelete: 'set null' }),
    /** The draft video; null until the broadcast has ended. */
    videoId: uuid('video_id').references(() => videos.id, { onDelete: 'cascade' }),
    /** The node that stores the parts in its DATA_DIR; null in rows of versions with a single node, until the next start. */
    nodeId: text('node_id'),
    state: text().$type<RecordingState>().notNull().default('recording'),
    /** Start of the broadcast. */
    startedAt: timestamptz('started_at').notNull(),
    endedAt: timestamptz('ended_at'),
    createdAt: createdAt(),
  },
  (table) => [
    // At most one running recording per stream and node, also under concurrency.
    uniqueIndex('recordings_running_key')
      .on(table.streamId, table.nodeId)
      .where(sql`${table.state} = 'recording'`),
    index('recordings_stream_idx').on(table.streamId),
    index('recordings_video_idx')
      .on(table.videoId)
      .where(sql`${table.videoId} is not null`),
  ],
)

/** `recording`: parts are being written; `ended`: they wait to be assembled; `failed`: they could not be assembled. */
type RecordingState = 'recording' | 'ended' | 'failed'

export type RecordingRow = typeof recordings.$inferSelect
