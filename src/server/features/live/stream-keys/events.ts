import { defineEvent } from '#server/events/define-event.ts'

/** The user's key was replaced or deleted. */
export const streamKeyRenewed = defineEvent<{ userId: string }>('stream_key.renewed')
