import { defineEvent } from '#server/events/define-event.ts'

type StreamRef = { streamId: string }

/** `startedAt` is ISO 8601. */
export const streamStarted = defineEvent<StreamRef & { streamerId: string; startedAt: string }>(
  'stream.started',
)
export const streamEnded = defineEvent<StreamRef>('stream.ended')
export const streamUpdated = defineEvent<StreamRef & { isPublic: boolean }>('stream.updated')
/** Announced before the transaction of the deletion. Listeners first store pending data of a broadcast that has just ended. */
export const streamDeletionRequested = defineEvent<StreamRef>('stream.deletion_requested')
/**
 * Announced at the beginning of the transaction, before anything is deleted or locked. `withRecordings`: its recorded videos
 * are deleted as well.
 */
export const streamDeleted = defineEvent<StreamRef & { streamerId: string; withRecordings: boolean }>(
  'stream.deleted',
)
/** A moderator has removed the stream. `streamRestored` with the same `hiddenAt` shows it again. */
export const streamHidden = defineEvent<StreamRef & { hiddenAt: Date }>('stream.hidden')
export const streamRestored = defineEvent<StreamRef & { hiddenAt: Date }>('stream.restored')
/** Another node owns the broadcast now. */
export const broadcastLost = defineEvent<StreamRef>('broadcast.lost')
export const userBanned = defineEvent<StreamRef & { userId: string }>('user.banned')
