import { LIMITS } from '#shared/constants.ts'
import type { Context } from '#server/feature.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { newestOf } from '#server/realtime/newest-items.ts'
import { presentMessage } from './present-message.ts'
import { listLatestForChannel } from './queries.ts'

/**
 * The messages of a stream's chat, for sockets that are subscribed to the stream. A socket loses this subscription when its
 * user may no longer see the stream.
 */
export function addChatChannel({ channels, db }: Pick<Context, 'channels' | 'db'>): void {
  channels.add('chat', {
    hasId: true,
    topicOf: ({ id }) => streamTopic(id),
    isAllowed: (connection, { id }) => connection.isSubscribedTo(streamTopic(id)),
    async read({ id: streamId }) {
      const rows = await listLatestForChannel(db, streamId, LIMITS.chatPage)
      const items = rows.map((row) => ({
        cursor: row.id,
        at: Date.parse(row.createdAt),
        message: { type: 'chat_message', streamId, data: presentMessage(row) } as const,
      }))
      return newestOf(items, LIMITS.chatPage)
    },
  })
}
