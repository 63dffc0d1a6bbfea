import { id as idField } from '#shared/fields.ts'
import { AVATAR_SIDES } from '#shared/media/image-sizes.ts'
import { displayName } from '#shared/accounts/users.ts'
import type { Executor } from '#server/db/executor.ts'
import { previewImage } from '#server/http/pages/preview-image.ts'
import type { Preview } from '#server/http/pages/previews.ts'
import { presentPublicUser } from '#server/features/accounts/users/present-user.ts'
import { findUserById } from '#server/features/accounts/users/queries.ts'

/** Returns a profile's link preview and its RSS feed; undefined for an unknown or inactive user. */
export async function userPreview(db: Executor, id: string | undefined): Promise<Preview | undefined> {
  const parsed = idField.safeParse(id)
  const row = parsed.success ? await findUserById(db, parsed.data) : undefined
  if (!row?.isActive) return undefined
  const user = presentPublicUser(row, null)
  const title = displayName(user)
  return {
    title,
    description: user.bio ?? '',
    image: previewImage({ kind: 'profile', id: user.id }, user.profileImageUrl, {
      width: AVATAR_SIDES.large,
      height: AVATAR_SIDES.large,
    }),
    type: 'profile',
    feed: { href: `/profile/${user.id}/rss.xml`, title },
  }
}
