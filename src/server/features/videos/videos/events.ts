import { defineEvent } from '#server/events/define-event.ts'

/** The video has become visible to everyone for the first time. */
export const videoPublished = defineEvent<{ videoId: string; creatorId: string }>('video.published')
/** Announced before the row of the video is deleted. */
export const videoDeleted = defineEvent<{ videoId: string }>('video.deleted')
