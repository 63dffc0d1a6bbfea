import { type CreatorEmoji, MAX_EMOJI } from '#shared/live/creator-emoji.ts'
import type { Context } from '#server/feature.ts'
import { claimMedia } from '#server/features/media/media/queries.ts'
import { lockUser } from '#server/features/accounts/users/queries.ts'
import { userTopic } from '#server/features/accounts/users/topics.ts'
import { HttpError, proRequired, unauthorized } from '#server/http/errors.ts'
import type { MessageKey } from '#server/http/translations.ts'
import { insertEmoji, listStoredEmoji } from './queries.ts'
import { toPages } from '#server/realtime/page-message.ts'

/**
 * Makes an emoji of a user's finished upload. Throws 403 `pro_required`, 409 at `name` for a name in use, 422 at `url` for
 * anything but the user's own unused emoji upload, and 422 when the user has `MAX_EMOJI`.
 */
export async function addEmoji(
  { db, publish }: Pick<Context, 'db' | 'publish'>,
  creatorId: string,
  { name, url }: Pick<CreatorEmoji, 'name' | 'url'>,
): Promise<CreatorEmoji> {
  const added = await db.transaction(async (tx) => {
    // Also serializes the count.
    const creator = await lockUser(tx, creatorId)
    if (!creator) throw unauthorized()
    if (!creator.isPremium) throw proRequired()
    const stored = await listStoredEmoji(tx, creatorId)
    if (stored.some((each) => each.name === name)) throw refusal(409, 'name', 'errors.emojiNameTaken')
    if (stored.length >= MAX_EMOJI)
      throw new HttpError(422, 'unprocessable', 'errors.emojiFull', { values: { max: MAX_EMOJI } })
    if (!(await claimMedia(tx, { url, ownerId: creatorId, purpose: 'emoji' })))
      throw refusal(422, 'url', 'errors.emojiUnusable')
    return insertEmoji(tx, { creatorId, name, url })
  })
  publish(db, toPages(userTopic(creatorId), { type: 'emoji_changed', userId: creatorId }))
  return added
}

function refusal(status: 409 | 422, path: 'name' | 'url', key: MessageKey): HttpError {
  const code = status === 409 ? 'conflict' : 'unprocessable'
  return new HttpError(status, code, key, { fields: [{ path, key }] })
}
