import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Context } from '#server/feature.ts'
import { type JobHandler, type JobRun, handleJob } from '#server/jobs/job-handler.ts'
import { defineLocalJob } from '#server/jobs/job.ts'
import { UnreadableRecording, assembleRecording } from '#server/live-engine/assemble-recording.ts'
import { oneLine } from '#server/startup/startup-error.ts'
import {
  type PublishDependencies,
  discardDraft,
  failDraft,
  publishRecording,
  deleteUnrecordedFile,
} from './publish-recording.ts'
import { type EndedRecording, deleteRecording, findEndedRecording } from './queries.ts'
import { RecordingFolders } from './recording-folders.ts'

/**
 * Makes the video of an ended recording from its parts, on the node that stores them; removes the parts of a recording
 * whose video was deleted. Retries for some hours if the disk is full.
 */
export const assembleRecordingJob = defineLocalJob({
  name: 'recordings.assemble',
  // With the id of the video: once it is deleted, no row refers to a file that a killed attempt has stored.
  payload: z.object({ recordingId: id, videoId: z.nullish(id) }),
  attempts: 10,
  backoffSeconds: [10, 60, 300, 1800],
  queue: { name: 'recordings', concurrency: 1 },
})

type Dependencies = PublishDependencies & Pick<Context, 'disk'>

export function assembleRecordingHandler(dependencies: Dependencies): JobHandler {
  const { config, db } = dependencies
  const folders = new RecordingFolders(config)
  return handleJob(assembleRecordingJob, async ({ recordingId, videoId }, jobRun) => {
    const recording = await findEndedRecording(db, recordingId)
    if (recording && !(await makeVideo(dependencies, folders, recording, jobRun))) return
    // The recording is a video now, was empty, or its video or stream was deleted.
    await deleteRecording(db, recordingId)
    if (videoId) await deleteUnrecordedFile(dependencies, videoId)
    await folders.remove(recordingId)
  })
}

/** Returns false after a permanent failure; the parts then stay until the video is deleted. */
async function makeVideo(
  dependencies: Dependencies,
  folders: RecordingFolders,
  recording: EndedRecording,
  { signal, isLastAttempt }: JobRun,
): Promise<boolean> {
  const folder = folders.pathOf(recording.id)
  try {
    const assembled = (await folders.isEmpty(recording.id))
      ? null
      : await assembleRecording(folder, { ...dependencies, stop: signal })
    if (assembled) await publishRecording(dependencies, recording, folder, assembled)
    else await discardDraft(dependencies, recording)
    return true
  } catch (error) {
    signal.throwIfAborted()
    if (!isLastAttempt && !(error instanceof UnreadableRecording)) throw error
    await failDraft(dependencies, recording, oneLine(error))
    return false
  }
}
