import { checkSetting } from '#shared/settings/settings.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { MediaStore } from '#server/features/media/media/media-store.ts'
import { claimMedia, releaseMedia } from '#server/features/media/media/queries.ts'
import { HttpError } from '#server/http/errors.ts'
import type { StoredSetting } from '#server/settings/settings.ts'

type Dependencies = Pick<Context, 'settings'> & { media: MediaStore }

const KEY = 'general.logoUrl'

/**
 * Makes an admin's finished upload the logo of the site, or with null restores the default logo; deletes the file of the
 * previous logo.
 * Throws 422 at `url` for anything but the admin's own unused upload of the purpose `logo`.
 */
export async function changeLogo(
  { media, settings }: Dependencies,
  adminId: string,
  url: string | null,
): Promise<StoredSetting | undefined> {
  if (url !== null && !checkSetting(KEY, url).success) throw unusable()
  // Changes of settings are serialized, so each releases the file of the previous value.
  const swapFiles = async (tx: Executor, before: string | null) => {
    if (url !== null && !(await claimMedia(tx, { url, ownerId: adminId, purpose: 'logo' }))) throw unusable()
    if (before !== null) await releaseMedia(tx, [before])
  }
  const stored = await (url === null
    ? settings.reset(KEY, adminId, swapFiles)
    : settings.set(KEY, url, adminId, swapFiles))
  await media.deleteReleased()
  return stored
}

const unusable = () =>
  new HttpError(422, 'unprocessable', 'errors.avatarUnusable', {
    fields: [{ path: 'url', key: 'errors.avatarUnusable' }],
  })
