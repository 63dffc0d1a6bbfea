import { defineEvent } from '#server/events/define-event.ts'

/** Everyone can watch it for the first time. */
export const videoPublished = defineEvent<{ videoId: string; creatorId: string }>('video.published')
/** Announced before its row is deleted. */
export const videoDeleted = defineEvent<{ videoId: string }>('video.deleted')
