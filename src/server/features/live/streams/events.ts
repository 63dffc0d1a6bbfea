import { defineEvent } from '#server/events/define-event.ts'

type StreamRef = { streamId: string }

/** `startedAt` is ISO 8601. */
export const streamStarted = defineEvent<StreamRef & { streamerId: string; startedAt: string }>('stream.started')
export const streamEnded = defineEvent<StreamRef>('stream.ended')
export const streamUpdated = defineEvent<StreamRef & { isPublic: boolean }>('stream.updated')
/** Before the deletion, outside of its transaction: what a broadcast that has just ended leaves is stored first. */
export const streamDeletionRequested = defineEvent<StreamRef>('stream.deletion_requested')
/**
 * Announced first in its transaction, when nothing is deleted or locked yet. `withRecordings`: the videos that were recorded of
 * it are deleted as well.
 */
export const streamDeleted = defineEvent<StreamRef & { streamerId: string; withRecordings: boolean }>(
  'stream.deleted',
)
/** A moderator has removed it; `streamRestored` with the same time shows it again. */
export const streamHidden = defineEvent<StreamRef & { hiddenAt: Date }>('stream.hidden')
export const streamRestored = defineEvent<StreamRef & { hiddenAt: Date }>('stream.restored')
/** Another node owns the broadcast now. */
export const broadcastLost = defineEvent<StreamRef>('broadcast.lost')
export const userBanned = defineEvent<StreamRef & { userId: string }>('user.banned')
