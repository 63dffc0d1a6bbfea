import { LIMITS } from '#shared/constants.ts'
import { HttpError } from '#server/http/errors.ts'
import { type ChangeDependencies, type OwnVideo, changeVideo } from './change-video.ts'
import { claimCaptions } from './claim-uploads.ts'
import { discardFiles } from '../files/discard-files.ts'
import { deleteFileRows, insertFiles } from '../files/queries.ts'

/**
 * Replaces the captions of a video in a language (BCP 47) by an upload; null removes them. Throws 422 when the URL is not
 * an unused upload of the creator, or the video has captions in too many languages.
 */
export async function changeCaptions(
  dependencies: ChangeDependencies,
  own: OwnVideo,
  { language, url }: { language: string; url: string | null },
): Promise<void> {
  const { nodeId } = dependencies
  await changeVideo(dependencies, own, async (tx, { video, files }) => {
    const captions = files.filter(({ kind }) => kind === 'captions')
    const replaced = captions.filter((file) => file.language === language)
    const claimed = url === null ? null : await claimCaptions(tx, { ownerId: own.creatorId, url }, language)
    if (claimed && captions.length - replaced.length >= LIMITS.captionLanguages) throw tooManyCaptions()
    if (replaced.length > 0) {
      await deleteFileRows(tx, video.id, replaced)
      await discardFiles(tx, nodeId, replaced)
    }
    if (claimed) await insertFiles(tx, [{ ...claimed, videoId: video.id }])
    return {}
  })
}

const tooManyCaptions = () =>
  new HttpError(422, 'unprocessable', 'videos.captionsFull', { values: { max: LIMITS.captionLanguages } })
