import * as z from 'zod/mini'
import type { ChatMessage } from '#shared/live/chat.ts'
import { id } from '#shared/fields.ts'
import { definePageUpdate } from '#server/feature.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { presentMessage } from './present-message.ts'
import { findMessage } from './queries.ts'

const data = z.object({ streamId: id, messageId: id, messagesCount: z.int(), messagesAtStart: z.int() })

/** A chat shows a message, with the counts of its stream. */
export const messageShown = definePageUpdate<z.output<typeof data>, ChatMessage>({
  name: 'chat.message_shown',
  data,
  async present({ db, hub }, { streamId, messageId, ...counts }, loaded) {
    const topic = streamTopic(streamId)
    if (!hub.hasSubscribers(topic)) return
    const message = loaded ?? (await load())
    if (message) hub.publish(topic, { type: 'chat_message', streamId, data: message, ...counts })

    async function load(): Promise<ChatMessage | undefined> {
      const row = await findMessage(db, streamId, messageId, null)
      return row && presentMessage(row)
    }
  },
})
