import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { addPictures } from './add-pictures.ts'
import { makePicturesJob } from './jobs.ts'
import { processVideo } from './process-video.ts'
import type { ProcessingDependencies } from './processing-run.ts'

/** Of the tasks' processes: a poster is missed before a long encoding is. */
const NICENESS = 15
/** Many times what it takes: nobody waits longer for the pictures of others. */
const MAX_TASK_MS = 3 * 60_000

/** Makes the pictures of a video. One whose pictures cannot be made is watched without. */
export function makePicturesHandler(dependencies: ProcessingDependencies): JobHandler {
  return handleJob(makePicturesJob, ({ videoId }, jobRun) =>
    processVideo(dependencies, {
      videoId,
      jobRun,
      niceness: NICENESS,
      maxTaskMs: MAX_TASK_MS,
      work: (run) => addPictures(run, { duration: run.video.duration, hasPicture: run.video.width !== null }),
      giveUp: async (_video, error) =>
        dependencies.log.info({ err: error, videoId }, 'a video has no pictures of its own'),
    }),
  )
}
