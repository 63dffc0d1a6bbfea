import * as calls from '#shared/live/chat.ts'
import { listHeldChat, reviewHeldChat } from '#shared/live/held-chat.ts'
import { getChatWords } from '#shared/accounts/watched-words.ts'
import { LIMITS } from '#shared/constants.ts'
import { sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import type { Mount } from '#server/feature.ts'
import { assertNotBanned, getVisibleStream } from '#server/features/live/streams/access.ts'
import { presentRestriction } from '#server/features/live/streams/refusals.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import { consumeRate } from '#server/http/rates/call-rates.ts'
import { unauthorized } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { getModeratedStream } from './access.ts'
import { banUser, unbanUser } from './ban-user.ts'
import { addChatChannel } from './channel.ts'
import { ChatWordLists } from './chat-words.ts'
import { changeChatRules } from './chat-rules.ts'
import { getChatState } from './chat-state.ts'
import { deleteMessage } from './delete-message.ts'
import { publishDeactivations } from './publish-deactivations.ts'
import { listHeld } from './held-queries.ts'
import { listBans } from './moderation-queries.ts'
import { pinMessage } from './pin-message.ts'
import { presentMessage } from './present-message.ts'
import { listAfter, listDeletedIds, listLatest } from './queries.ts'
import { reviewHeld } from './review-held.ts'
import { sendMessage } from './send-message.ts'
import { findWordList } from './word-list-queries.ts'

/** Messages checked per call for deletions; more than a page keeps. */
const MAX_DELETED_CHECKED = 4000
/** Bans returned at most. */
const MAX_BANS = 1000

export const mountChat: Mount = (
  app,
  { channels, events, hub, rowChanges, db, publish, limits, log, settings, sockets, service },
) => {
  const sessionCache = service(sessionCacheService)
  addChatChannel({ channels, db })
  const dependencies = { db, events, publish, limits, sessionCache, settings, words: new ChatWordLists() }

  route(app, calls.listChat, async ({ params, query, user }) => {
    const { stream } = await getVisibleStream(db, params.id, user)
    await assertNotBanned(db, stream.id, user)
    if (!stream.allowChat) return []
    const rows = query.after
      ? await listAfter(db, { streamId: stream.id, afterId: query.after, limit: LIMITS.chatPage }, user)
      : await listLatest(db, stream.id, user, LIMITS.chatPage)
    return rows.map(presentMessage)
  })

  route(app, calls.listDeletedChat, async ({ params, query, user }) => {
    const { stream } = await getVisibleStream(db, params.id, user)
    await assertNotBanned(db, stream.id, user)
    return listDeletedIds(db, stream.id, { ...query, limit: MAX_DELETED_CHECKED })
  })

  route(app, calls.sendChat, ({ body, user }) => sendMessage(dependencies, user, body), {
    keepsUserCache: true,
  })

  sockets.on('chat_message', async (connection, { streamId, content, clientId, replyTo }) => {
    if (!connection.user) throw unauthorized()
    await consumeRate(limits, calls.sendChat.rate, connection.identity)
    await sendMessage(dependencies, connection.user, { streamId, message: content, clientId, replyTo })
  })

  route(app, calls.getChatState, ({ params, user }) => getChatState(db, params.id, user))

  route(app, calls.deleteChatMessage, ({ params, user }) =>
    deleteMessage(dependencies, user, { streamId: params.id, messageId: params.messageId }),
  )

  route(app, calls.listBans, async ({ params, user }) => {
    const { id } = await getModeratedStream(db, params.id, user)
    const rows = await listBans(db, id, MAX_BANS)
    return rows.map((row) => ({
      user: presentUserRef(row.user, user),
      until: presentRestriction(row).until,
      createdAt: row.createdAt.toISOString(),
    }))
  })

  route(app, calls.banFromStream, ({ params, body, user }) =>
    banUser(dependencies, user, { streamId: params.id, userId: params.userId, seconds: body?.seconds }),
  )

  route(app, calls.unbanFromStream, ({ params, user }) =>
    unbanUser(dependencies, user, { streamId: params.id, userId: params.userId }),
  )

  route(app, calls.pinMessage, async ({ params, body, user }) => ({
    pinned: await pinMessage(dependencies, user, { streamId: params.id, messageId: body.messageId }),
  }))

  route(app, getChatWords, async ({ params, user }) => {
    const { id } = await getModeratedStream(db, params.id, user)
    const { words, action } = await findWordList(db, id)
    return { words, action }
  })

  route(app, listHeldChat, async ({ params, user }) => {
    const { id } = await getModeratedStream(db, params.id, user)
    return (await listHeld(db, id, { limit: LIMITS.chatPage })).map(presentMessage)
  })

  route(app, reviewHeldChat, async ({ params, body: { isApproved }, user }) => {
    await reviewHeld(dependencies, user, { streamId: params.id, messageId: params.messageId, isApproved })
    return { isApproved }
  })

  route(app, calls.updateChatRules, ({ params, body, user }) =>
    changeChatRules(dependencies, user, params.id, body),
  )

  return publishDeactivations({ rowChanges, db, hub, log })
}
