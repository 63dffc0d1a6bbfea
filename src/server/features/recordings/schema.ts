import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment, primaryId } from '#server/db/columns.ts'
import { streams } from '#server/features/streams/schema.ts'
import { videos } from '#server/features/videos/schema.ts'

/**
 * A broadcast that is or was being recorded. Its parts lie in a folder of its id; the row goes when they have become a
 * video, or nothing.
 */
export const recordings = pgTable(
  'recordings',
  {
    id: primaryId(),
    /** Null once the stream is deleted: its recording is still made the video that was opened for it. */
    streamId: uuid('stream_id').references(() => streams.id, { onDelete: 'set null' }),
    /** The draft that it becomes; null until the broadcast is over. */
    videoId: uuid('video_id').references(() => videos.id, { onDelete: 'cascade' }),
    state: text().$type<RecordingState>().notNull().default('recording'),
    /** Of the broadcast. */
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    createdAt: createdAt(),
  },
  (table) => [
    // One at a time of a stream, whatever raced.
    uniqueIndex('recordings_running_key')
      .on(table.streamId)
      .where(sql`${table.state} = 'recording'`),
    index('recordings_stream_idx').on(table.streamId),
    index('recordings_video_idx')
      .on(table.videoId)
      .where(sql`${table.videoId} is not null`),
  ],
)

/** Its parts are being written; they wait to be made one file, or are; that could not be done. */
type RecordingState = 'recording' | 'ended' | 'failed'

export type RecordingRow = typeof recordings.$inferSelect
