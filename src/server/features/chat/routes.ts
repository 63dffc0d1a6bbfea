import { listChat, sendChat } from '#shared/chat.ts'
import { LIMITS } from '#shared/constants.ts'
import type { Feature } from '#server/feature.ts'
import { getVisibleStream } from '#server/features/streams/access.ts'
import { unauthorized } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { listAfter, listLatest } from './queries.ts'
import { presentMessage, sendMessage } from './send-message.ts'

export const chat: Feature = {
  name: 'chat',
  register(app, { db, hub, limits, signedIn, sockets }) {
    const parts = { db, hub, limits, signedIn }

    route(app, listChat, async ({ params, query, user }) => {
      const { stream } = await getVisibleStream(db, params.id, user)
      const rows = query.after
        ? await listAfter(db, stream.id, query.after, LIMITS.chatPage)
        : await listLatest(db, stream.id, LIMITS.chatPage)
      return rows.map(presentMessage)
    })

    route(app, sendChat, ({ body, user }) => sendMessage(parts, user, body))

    sockets.on('chat_message', async (connection, { streamId, content, clientId }) => {
      if (!connection.user) throw unauthorized()
      await sendMessage(parts, connection.user, { streamId, message: content, clientId })
    })
  },
}
