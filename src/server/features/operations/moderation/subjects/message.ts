import { hideMessage, restoreMessage } from '#server/features/live/chat/hide-message.ts'
import { findMessage } from '#server/features/live/chat/queries.ts'
import { findAnyMessage } from '#server/features/live/chat/report-queries.ts'
import { findBan } from '#server/features/live/streams/ban-queries.ts'
import { findStream } from '#server/features/live/streams/queries.ts'
import { listChat } from '../context-queries.ts'
import { isRemoved } from '../decision-queries.ts'
import { EMPTY_SNAPSHOT } from '#server/features/community/held-content/empty-snapshot.ts'
import type { Subject } from './subject.ts'

export const messageSubject: Subject = {
  async find(db, id, requester) {
    const stored = await findAnyMessage(db, id)
    const found = stored && (await findStream(db, stored.streamId, requester))
    const row = stored && found && (await findMessage(db, stored.streamId, id, null))
    if (!row) return undefined
    const ban = await findBan(db, row.streamId, requester.id)
    if (ban && !ban.until) return undefined
    const { startedAt } = found.stream
    const createdAt = new Date(row.createdAt)
    const elapsed = startedAt && Math.floor((createdAt.getTime() - startedAt.getTime()) / 1000)
    return {
      ownerId: row.userId,
      snapshot: {
        ...EMPTY_SNAPSHOT,
        text: row.message,
        createdAt: createdAt.toISOString(),
        atSeconds: elapsed !== null && elapsed >= 0 ? elapsed : null,
        page: { type: 'stream', id: row.streamId },
      },
    }
  },
  async exists(db, id) {
    const message = await findAnyMessage(db, id)
    if (!message?.deletedAt) return message !== undefined
    // Authors, streamers and moderators of the chat delete for good; only a removal by a site moderator can be restored.
    return isRemoved(db, { subjectType: 'message', subjectId: id })
  },
  async readContext(db, id, moderator) {
    const message = await findAnyMessage(db, id)
    return message ? listChat(db, { streamId: message.streamId, around: id }, moderator) : []
  },
  removal: {
    hide: (dependencies, tx, id, by) => hideMessage(dependencies, tx, id, by),
    restore: (_dependencies, tx, id) => restoreMessage(tx, id),
  },
}
