import type { Context } from '#server/feature.ts'
import type { MediaStore } from '#server/features/media/media-store.ts'
import { claimMedia, releaseMedia } from '#server/features/media/queries.ts'
import { HttpError } from '#server/http/errors.ts'

type Dependencies = Pick<Context, 'db' | 'settings'> & { media: MediaStore }

/**
 * Makes an admin's finished upload the logo of the site, or goes back to the product's own; the file of the earlier logo is deleted.
 * Throws 422 at `url` for anything but the admin's own unused upload of the purpose `logo`.
 */
export async function changeLogo(
  { db, media, settings }: Dependencies,
  adminId: string,
  url: string | null,
): Promise<void> {
  if (url !== null && !(await claimMedia(db, { url, ownerId: adminId, purpose: 'logo' }))) throw unusable()
  const before = settings.get('general.logoUrl')
  await (url === null
    ? settings.reset('general.logoUrl', adminId)
    : settings.set('general.logoUrl', url, adminId))
  await releaseMedia(db, [before])
  await media.deleteReleased()
}

const unusable = () =>
  new HttpError(422, 'unprocessable', 'errors.avatarUnusable', {
    fields: [{ path: 'url', key: 'errors.avatarUnusable' }],
  })
