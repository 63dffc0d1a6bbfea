import path from 'node:path'
import type { Executor } from '#server/db/executor.ts'
import { claimMedia } from '#server/features/media/media/queries.ts'
import type { MediaRow } from '#server/features/media/media/schema.ts'
import { HttpError } from '#server/http/errors.ts'
import type { MessageKey } from '#server/http/translations.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { NewVideoFile } from '../files/queries.ts'
import { newCaptionsName, newPosterNames } from '../files/video-files.ts'

/** The URL of an upload, and the owner who claims it. */
type Claim = { ownerId: string; url: string }
type ClaimedFile = Omit<NewVideoFile, 'videoId'> & { nodeId: string | null; uploadId: string }
type ClaimedVideo = { upload: MediaRow; file: ClaimedFile }

/** Claims the creator's finished upload of a video; undefined for any other URL, and for an upload in use. */
export async function claimVideo(tx: Executor, claim: Claim): Promise<ClaimedVideo | undefined> {
  const upload = await claimMedia(tx, { ...claim, purpose: 'video' })
  const [key] = upload?.files ?? []
  if (!upload || key === undefined) return undefined
  const { id: uploadId, nodeId, mimeType, fileSize: size } = upload
  return {
    upload,
    file: { name: `original${path.extname(key)}`, kind: 'original', nodeId, key, uploadId, mimeType, size },
  }
}

/** Claims the creator's finished upload of a thumbnail. Throws 422 for any other URL. */
export async function claimThumbnail(tx: Executor, storage: Storage, claim: Claim): Promise<ClaimedFile[]> {
  const upload = await claimMedia(tx, { ...claim, purpose: 'thumbnail' })
  if (!upload) throw unusableUpload('thumbnailUrl', 'videos.foreignThumbnail')
  const { large, small } = newPosterNames()
  const [largeKey = '', smallKey = ''] = upload.files
  const poster = async (name: string, key: string): Promise<ClaimedFile> => {
    const size = (await storage.stat(key))?.size ?? 0
    const { id: uploadId, nodeId, mimeType } = upload
    return { name, kind: 'poster', nodeId, key, uploadId, mimeType, size }
  }
  const { width, height } = upload
  return [{ ...(await poster(large, largeKey)), width, height }, await poster(small, smallKey)]
}

/** Claims the creator's finished upload of captions. Throws 422 for any other URL. */
export async function claimCaptions(tx: Executor, claim: Claim, language: string): Promise<ClaimedFile> {
  const upload = await claimMedia(tx, { ...claim, purpose: 'captions' })
  const [key] = upload?.files ?? []
  if (!upload || key === undefined) throw unusableUpload('url', 'videos.foreignCaptions')
  const { id: uploadId, nodeId, mimeType, fileSize: size } = upload
  return {
    name: newCaptionsName(language),
    kind: 'captions',
    nodeId,
    key,
    uploadId,
    mimeType,
    size,
    language,
  }
}

/** The error for a URL that is not an unused upload of the caller, at the field `field`. */
export function unusableUpload(field: string, key: MessageKey): HttpError {
  return new HttpError(422, 'unprocessable', key, { fields: [{ path: field, key }] })
}
