import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Poster, renderPoster } from '#server/features/media/media/render-poster.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import type { ResultOf, TaskOf } from '#transcode/protocol.ts'
import { newPosterNames } from '../files/video-files.ts'
import { makePicturesJob } from './jobs.ts'
import {
  type ProcessingDependencies,
  type ProcessingRun,
  VideoGone,
  isPermanent,
  processVideo,
} from './process-video.ts'
import { findStreamThumbnail } from './queries.ts'
import { type ProducedFile, storeFiles } from './store-files.ts'
import { transcode } from './transcode-video.ts'

type Frames = ResultOf<TaskOf<'frames'>>

/** Limits of the jobs that make pictures: a higher priority than long encodings, and many times the usual duration. */
export const PICTURE_LIMITS = { niceness: 15, maxTaskMs: 15 * 60_000, maxTaskCpuMs: 2 * 60_000 }
const MAX_TILES = 100
/** Larger than any preview image, which is only converted, not resized. */
const MAX_PREVIEW = { width: 4096, height: 8192 }
const PREVIEW = 'preview.webp'

/** Makes the poster and the preview of a video. If that fails, the video can be watched without them. */
export function makePicturesHandler(dependencies: ProcessingDependencies): JobHandler {
  return handleJob(makePicturesJob, async ({ videoId }, jobRun) => {
    const failure = await processVideo(dependencies, { videoId, jobRun, ...PICTURE_LIMITS }, addPictures)
    if (failure) dependencies.log.info({ err: failure.error, videoId }, 'a video has no pictures of its own')
  })
}

/** Adds the poster and the preview image, if the video does not have them yet. */
async function addPictures(run: ProcessingRun): Promise<void> {
  const hasPicture = run.video.width !== null
  const has = (wanted: string) => run.files.some(({ kind }) => kind === wanted)
  const isMissing = { poster: !has('poster'), preview: !has('preview') && hasPicture }
  if (!isMissing.poster && !isMissing.preview) return
  const frames = hasPicture ? await tryReadFrames(run) : null
  await storeFiles(run, [
    ...(isMissing.preview && frames ? [await makePreview(run, frames)] : []),
    ...(isMissing.poster ? await makePoster(run, frames) : []),
  ])
}

/** Returns null if no frame can be read. */
async function tryReadFrames(run: ProcessingRun): Promise<Frames | null> {
  try {
    return await readFrames(run, MAX_TILES)
  } catch (error) {
    run.signal.throwIfAborted()
    if (error instanceof VideoGone || (!isPermanent(error) && !run.isLastAttempt)) throw error
    run.dependencies.log.info({ err: error, videoId: run.video.id }, 'a video has no poster of its own')
    return null
  }
}

/** @throws {TranscodeError} */
export function readFrames(run: ProcessingRun, maxTiles: number): Promise<Frames> {
  const { input, folder, video } = run
  const output = { folder: folder.path, name: 'frames' }
  const task = { type: 'frames', input, ...output, posterAt: video.posterAt, maxTiles } as const
  return transcode(run, task, { duration: video.duration })
}

async function makePreview(run: ProcessingRun, { preview }: Frames): Promise<ProducedFile> {
  const { file, ...tiles } = preview
  const source = { path: path.join(run.folder.path, file) }
  const rendition = { ...MAX_PREVIEW, fit: 'inside' } as const
  const [image] = await run.dependencies.images.render(run.video.creatorId, {
    source,
    renditions: [rendition],
  })
  await writeFile(path.join(run.folder.path, PREVIEW), image.bytes)
  const { width, height } = image
  return { name: PREVIEW, kind: 'preview', mimeType: 'image/webp', width, height, tiles }
}

/** For a video without frames, uses the thumbnail of the recorded stream, or returns no files. */
async function makePoster(run: ProcessingRun, frames: Frames | null): Promise<ProducedFile[]> {
  if (frames) return renderPosterFiles(run, path.join(run.folder.path, frames.poster.file))
  const { dependencies, video } = run
  const thumbnailUrl = video.streamId && (await findStreamThumbnail(dependencies.db, video.streamId))
  const key = thumbnailUrl ? thumbnailUrl.replace(/^\/files\//, '') : null
  // Copied, because a later change of the stream deletes its file.
  if (key === null || !(await dependencies.storage.stat(key))) return []
  return dependencies.storage.withLocalFile(key, (file) => renderPosterFiles(run, file))
}

/** Renders an image as the poster, in the working folder. */
export async function renderPosterFiles(run: ProcessingRun, image: string): Promise<ProducedFile[]> {
  const poster: Poster = await renderPoster(run.dependencies.images, run.video.creatorId, { path: image })
  const names = newPosterNames()
  for (const size of ['large', 'small'] as const)
    await writeFile(path.join(run.folder.path, names[size]), poster[size])
  const { width, height } = poster
  return [
    { name: names.large, kind: 'poster', mimeType: 'image/webp', width, height },
    { name: names.small, kind: 'poster', mimeType: 'image/webp' },
  ]
}
