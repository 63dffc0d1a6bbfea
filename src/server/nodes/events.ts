import { defineEvent } from '#server/events/define-event.ts'

/** Another node's app has not renewed its lease; published repeatedly. */
export const nodeExpired = defineEvent<{ nodeId: string }>('node.expired')
