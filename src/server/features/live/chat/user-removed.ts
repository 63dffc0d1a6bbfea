import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Executor } from '#server/db/executor.ts'
import { type Context, definePageUpdate } from '#server/feature.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'

/** A stream with messages of a user, and whether one of these is pinned. */
const userChat = z.object({ streamId: id, isPinned: z.boolean() })
export type UserChat = z.output<typeof userChat>

const data = z.object({ userId: id, chats: z.array(userChat) })

/** Chats show no message of a user any longer. */
export const userRemoved = definePageUpdate<z.output<typeof data>>({
  name: 'chat.user_removed',
  data,
  present: ({ hub }, { userId, chats }) => removeFromPages(hub, userId, chats),
})

/** An event must be shorter than `MAX_PAYLOAD_BYTES`. */
const CHATS_PER_EVENT = 50

export function publishUserRemoved(
  { publish }: Pick<Context, 'publish'>,
  tx: Executor,
  userId: string,
  chats: readonly UserChat[],
): void {
  for (let start = 0; start < chats.length; start += CHATS_PER_EVENT)
    publish(tx, userRemoved({ userId, chats: chats.slice(start, start + CHATS_PER_EVENT) }))
}

/** Removes the messages of a user from the pages of this process. */
export function removeFromPages(hub: Context['hub'], userId: string, chats: readonly UserChat[]): void {
  for (const { streamId, isPinned } of chats) {
    const topic = streamTopic(streamId)
    hub.publish(topic, { type: 'chat_deleted', streamId, data: { userId } })
    if (isPinned) hub.publish(topic, { type: 'chat_pinned', streamId, data: { message: null } })
  }
}
