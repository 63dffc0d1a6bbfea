import path from 'node:path'
import type { Executor } from '#server/db/executor.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { discardFiles } from '../files/discard-files.ts'
import { listFiles } from '../files/queries.ts'
import type { VideoFileRow } from '../schema.ts'
import { renderPosterJob } from './jobs.ts'
import { PICTURE_LIMITS, renderPosterFiles, readFrames } from './pictures-job.ts'
import { type ProcessingDependencies, type ProcessingRun, processVideo } from './process-video.ts'
import { deletePoster } from './queries.ts'
import { storeFiles } from './store-files.ts'

/** Replaces the poster of a video by the frame that its creator has chosen. If the frame cannot be read, the poster stays. */
export function renderPosterHandler(dependencies: ProcessingDependencies): JobHandler {
  return handleJob(renderPosterJob, async ({ videoId }, jobRun) => {
    const failure = await processVideo(dependencies, { videoId, jobRun, ...PICTURE_LIMITS }, replacePoster)
    if (failure)
      dependencies.log.info({ err: failure.error, videoId }, 'a frame could not become the poster of a video')
  })
}

async function replacePoster(run: ProcessingRun): Promise<void> {
  if (hasThumbnail(run.files)) return
  const { poster } = await readFrames(run, 1)
  const files = await renderPosterFiles(run, path.join(run.folder.path, poster.file))
  await storeFiles(run, files, async (tx, video) => {
    // Otherwise the creator has chosen another poster meanwhile, and this one is not stored.
    if (video.posterAt === run.video.posterAt && !hasThumbnail(await listFiles(tx, [video.id])))
      await removePoster(tx, run)
  })
}

/** An uploaded thumbnail is stored as an upload. */
const hasThumbnail = (files: readonly VideoFileRow[]) =>
  files.some(({ kind, uploadId }) => kind === 'poster' && uploadId !== null)

async function removePoster(tx: Executor, { dependencies, video }: ProcessingRun): Promise<void> {
  await discardFiles(tx, dependencies.nodeId, await deletePoster(tx, video.id))
}
