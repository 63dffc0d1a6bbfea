import { lockStream } from '#server/features/live/streams/change-queries.ts'
import { hideStream, restoreStream } from '#server/features/live/streams/hide-stream.ts'
import { findStoredStream } from '#server/features/live/streams/hidden-queries.ts'
import { findStream } from '#server/features/live/streams/queries.ts'
import { listChat } from '../context-queries.ts'
import { enqueueMediaRename } from '../rename-media-job.ts'
import type { Subject } from './subject.ts'

export const streamSubject: Subject = {
  async find(db, id, requester) {
    const found = await findStream(db, id, requester)
    if (!found) return undefined
    const { title, description, thumbnailUrl, isLive, startedAt, createdAt, streamerId } = found.stream
    const elapsed =
      isLive && startedAt ? Math.max(0, Math.floor((Date.now() - startedAt.getTime()) / 1000)) : null
    return {
      ownerId: streamerId,
      snapshot: {
        title,
        text: description,
        mediaUrl: thumbnailUrl,
        mediaType: thumbnailUrl === null ? null : 'image',
        createdAt: (startedAt ?? createdAt).toISOString(),
        atSeconds: elapsed,
        page: { type: 'stream', id },
      },
    }
  },
  exists: async (db, id) => (await findStoredStream(db, id)) !== undefined,
  lock: lockStream,
  readContext: (db, id, moderator) => listChat(db, { streamId: id }, moderator),
  removal: {
    async hide(dependencies, tx, id) {
      const isHidden = await hideStream(dependencies, tx, id)
      if (isHidden) await enqueueMediaRename(tx, dependencies, { subjectType: 'stream', subjectId: id })
      return isHidden
    },
    restore: (dependencies, tx, id) => restoreStream(dependencies, tx, id),
  },
}
