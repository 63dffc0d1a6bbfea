import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { PICTURE_LIMITS, addPictures } from './add-pictures.ts'
import { makePicturesJob } from './jobs.ts'
import { processVideo } from './process-video.ts'
import type { ProcessingDependencies } from './processing-run.ts'

/** Makes the pictures of a video. One whose pictures cannot be made is watched without. */
export function makePicturesHandler(dependencies: ProcessingDependencies): JobHandler {
  return handleJob(makePicturesJob, ({ videoId }, jobRun) =>
    processVideo(dependencies, {
      videoId,
      jobRun,
      ...PICTURE_LIMITS,
      work: (run) => addPictures(run, { duration: run.video.duration, hasPicture: run.video.width !== null }),
      giveUp: async (_video, error) =>
        dependencies.log.info({ err: error, videoId }, 'a video has no pictures of its own'),
    }),
  )
}
