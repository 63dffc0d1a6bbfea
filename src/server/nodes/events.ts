import { defineEvent } from '#server/events/define-event.ts'

/** The apps of other nodes have not renewed their leases; published repeatedly, up to a week. */
export const nodesExpired = defineEvent<Record<never, never>>('nodes.expired')
