import type { Executor, Publish } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { lockChat, removeMessages } from './moderation-queries.ts'
import { findAnyMessage, restoreMessageRow } from './report-queries.ts'

/** Hides a chat message as its deletion by a moderator does. */
export async function hideMessage(
  { hub }: Pick<Context, 'hub'>,
  tx: Executor,
  messageId: string,
  by: string,
): Promise<Publish | undefined> {
  const message = await findAnyMessage(tx, messageId)
  if (!message) return undefined
  const { streamId } = message
  await lockChat(tx, streamId)
  const { count, wasPinned } = await removeMessages(tx, { streamId, by, messageId })
  if (count === 0) return undefined
  return () => {
    const topic = streamTopic(streamId)
    hub.publish(topic, { type: 'chat_deleted', streamId, data: { messageIds: [messageId] } })
    if (wasPinned) hub.publish(topic, { type: 'chat_pinned', streamId, data: { message: null } })
  }
}

/** Shows a message again that somebody other than its author has deleted; chats have it when they are loaded. */
export async function restoreMessage(tx: Executor, messageId: string): Promise<Publish | undefined> {
  const message = await findAnyMessage(tx, messageId)
  if (!message) return undefined
  await lockChat(tx, message.streamId)
  return (await restoreMessageRow(tx, messageId)) ? () => {} : undefined
}
