import { defineEvent } from '#server/events/define-event.ts'

type Stream = { streamId: string }

/** `startedAt` is ISO 8601. */
export const streamStarted = defineEvent<Stream & { startedAt: string }>('stream.started')
export const streamEnded = defineEvent<Stream>('stream.ended')
export const streamUpdated = defineEvent<Stream & { isPublic: boolean }>('stream.updated')
export const streamDeleted = defineEvent<Stream>('stream.deleted')
/** Another node owns the broadcast now. */
export const broadcastLost = defineEvent<Stream>('broadcast.lost')
export const userBanned = defineEvent<Stream & { userId: string }>('user.banned')
