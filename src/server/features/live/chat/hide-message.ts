import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { toPages } from '#server/realtime/page-message.ts'
import { lockChat, removeMessages } from './moderation-queries.ts'
import { findAnyMessage, restoreMessageRow } from './report-queries.ts'

/** Hides a chat message as its deletion by a moderator does. Returns false if it is deleted already. */
export async function hideMessage(
  { publish }: Pick<Context, 'publish'>,
  tx: Executor,
  messageId: string,
  moderatorId: string,
): Promise<boolean> {
  const message = await findAnyMessage(tx, messageId)
  if (!message) return false
  const { streamId } = message
  await lockChat(tx, streamId)
  const { count, wasPinned } = await removeMessages(tx, { streamId, deletedBy: moderatorId, messageId })
  if (count === 0) return false
  const topic = streamTopic(streamId)
  publish(tx, toPages(topic, { type: 'chat_deleted', streamId, data: { messageIds: [messageId] } }))
  if (wasPinned) publish(tx, toPages(topic, { type: 'chat_pinned', streamId, data: { message: null } }))
  return true
}

/**
 * Shows a message again, unless its author has deleted it. Open chats show it after they are loaded again. Returns false if
 * there is no such message.
 */
export async function restoreMessage(tx: Executor, messageId: string): Promise<boolean> {
  const message = await findAnyMessage(tx, messageId)
  if (!message) return false
  await lockChat(tx, message.streamId)
  return restoreMessageRow(tx, messageId)
}
