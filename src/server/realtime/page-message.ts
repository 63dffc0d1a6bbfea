import * as z from 'zod/mini'
import { type Downstream, downstream } from '#shared/realtime.ts'
import type { Hub } from './hub.ts'
import { createPageUpdate } from './page-update.ts'

/** A message as it is, for those of ids and small values alone. */
export const pageMessage = createPageUpdate({
  name: 'message',
  data: z.object({ topic: z.string(), message: downstream, isRetained: z.boolean() }),
  present({ hub }: { hub: Hub }, { topic, message, isRetained }) {
    if (isRetained) hub.retain(topic, message)
    hub.publish(topic, message)
  },
})

/** The event that sends a message to the subscribers of a topic. */
export const toPages = (topic: string, message: Downstream) =>
  pageMessage({ topic, message, isRetained: false })

/** The same, also to those who subscribe within the next minute, unless a later one replaces it (see `Hub.retain`). */
export const toPagesAndRetain = (topic: string, message: Downstream) =>
  pageMessage({ topic, message, isRetained: true })
