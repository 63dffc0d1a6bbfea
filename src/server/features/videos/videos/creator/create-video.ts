import type { BodyOf } from '#shared/endpoint.ts'
import type { createVideo as createVideoCall } from '#shared/videos/creator-videos.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/logs/queries.ts'
import { invalid } from '#server/http/errors.ts'
import { refuseSiteWords } from '#server/features/accounts/watched-words/refuse-words.ts'
import type { Storage } from '#server/storage/storage.ts'
import { claimThumbnail, claimVideo, unusableUpload } from './claim-uploads.ts'
import { findIdByClientId, insertVideo } from './queries.ts'
import { choosePublishAt } from './schedule-publication.ts'
import { discardFiles } from '../files/discard-files.ts'
import { enqueueProcessing } from '../processing/jobs.ts'
import { enqueuePublication } from '../scheduled-publication.ts'
import { insertFiles } from '../files/queries.ts'
import { publishVideoChanges } from '../video-changes.ts'

type Dependencies = Pick<Context, 'db' | 'nodeId' | 'publish' | 'settings'> & { storage: Storage }
type Input = BodyOf<typeof createVideoCall>

/**
 * Makes a video of an upload and enqueues its processing. Returns its id. A repeated `clientId` returns the id of the first
 * video. Throws 422 at `videoUrl` or `thumbnailUrl` when it is not an unused upload of the creator,
 * 422 `watched_word`, 422 and 403 for a time of publication as in the contract.
 */
export async function createVideo(
  dependencies: Dependencies,
  creatorId: string,
  input: Input,
): Promise<string> {
  const { db, settings } = dependencies
  const findEarlier = () => findByIdempotencyKey(db, creatorId, input)
  const earlier = await findEarlier()
  if (earlier !== undefined) return earlier
  refuseSiteWords(settings, textsOf(input))
  const id =
    (await db.transaction((tx) => storeVideo(tx, dependencies, creatorId, input))) ?? (await findEarlier())
  // A concurrent request made the video, and it was deleted in the meantime.
  if (id === undefined) throw invalid([{ path: 'clientId', key: 'fields.wrong' }])
  return id
}

/** Returns undefined when a concurrent request with the same `clientId` has made the video. */
async function storeVideo(
  tx: Executor,
  dependencies: Dependencies,
  creatorId: string,
  input: Input,
): Promise<string | undefined> {
  const { nodeId, storage } = dependencies
  const { videoUrl, thumbnailUrl, thumbnailAt } = input
  const claimed = await claimVideo(tx, { ownerId: creatorId, url: videoUrl })
  if (!claimed) {
    if ((await findByIdempotencyKey(tx, creatorId, input)) !== undefined) return undefined
    throw unusableUpload('videoUrl', 'videos.foreignVideo')
  }
  const poster = thumbnailUrl
    ? await claimThumbnail(tx, storage, { ownerId: creatorId, url: thumbnailUrl })
    : []
  const { url: uploadUrl, fileSize, mimeType } = claimed.upload
  const details = detailsOf(input)
  const publishAt = await choosePublishAt(tx, {
    ...details,
    creatorId,
    publishAt: input.publishAt,
    previous: null,
  })
  const videoId = await insertVideo(tx, {
    ...details,
    publishAt,
    creatorId,
    uploadUrl,
    fileSize,
    mimeType,
    posterAt: thumbnailUrl ? null : (thumbnailAt ?? null),
  })
  const files = [claimed.file, ...poster]
  if (videoId === undefined) {
    await discardFiles(tx, nodeId, files)
    return undefined
  }
  await insertFiles(
    tx,
    files.map((file) => ({ ...file, videoId })),
  )
  await enqueueProcessing(tx, { nodeId: claimed.upload.nodeId ?? nodeId, videoId })
  if (publishAt) await enqueuePublication(tx, videoId, publishAt)
  await recordEvent(tx, { eventType: 'video_created', userId: creatorId, metadata: { videoId } })
  publishVideoChanges(dependencies, tx, creatorId, [videoId])
  return videoId
}

/** The video that the creator has made with this `clientId` before. */
async function findByIdempotencyKey(
  db: Executor,
  creatorId: string,
  { clientId }: Input,
): Promise<string | undefined> {
  return clientId === undefined ? undefined : findIdByClientId(db, creatorId, clientId)
}

/** The public texts of a video. */
export const textsOf = ({
  title,
  description,
  tags,
}: Partial<Pick<Input, 'title' | 'description' | 'tags'>>) => ({
  title,
  description,
  tags,
})

function detailsOf({ title, category, description, tags, isPublished, isPublic, clientId }: Input) {
  return {
    title,
    category,
    description: description || null,
    tags: tags ?? [],
    isPublished: isPublished ?? false,
    isPublic: isPublic ?? true,
    clientId: clientId ?? null,
  }
}
