import * as calls from '#shared/live/creator-emoji.ts'
import { mediaService } from '#server/features/media/media/media-service.ts'
import type { Mount } from '#server/feature.ts'
import { hasBlockBetween } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { addEmoji } from './add-emoji.ts'
import { deleteEmoji } from './delete-emoji.ts'
import { findOfferedEmoji, listStoredEmoji } from './queries.ts'

export const mountCreatorEmoji: Mount = async (app, { db, publish, service }) => {
  const media = await service(mediaService)
  route(app, calls.listUserEmoji, async ({ params, user }) => {
    if (user && (await hasBlockBetween(db, user.id, params.userId))) return []
    const emoji = await findOfferedEmoji(db, params.userId)
    if (!emoji) throw notFound('notFound.user')
    return emoji
  })

  route(app, calls.listOwnEmoji, ({ user }) => listStoredEmoji(db, user.id))

  route(app, calls.addEmoji, ({ body, user }) => addEmoji({ db, publish }, user.id, body))

  route(app, calls.deleteEmoji, ({ params, user }) => deleteEmoji({ db, publish, media }, user.id, params.id))
}
