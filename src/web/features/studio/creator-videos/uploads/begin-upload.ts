import { type UnfinishedUpload, listUploads } from '#shared/media/uploads.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { fingerprintOf } from '#web/features/media/shared/uploads/fingerprint.ts'
import { UNFINISHED_KEY } from './unfinished-key.ts'
import { VideoUpload } from './video-upload.ts'
import { addVideoUpload, removeVideoUpload, showVideoUpload, videoUploads } from './video-uploads.ts'

/**
 * Starts the upload of a video file, or continues the unfinished one of the same content, also of another session.
 * `expected` is an upload that only its own file may continue: resolves to false for another file.
 */
export async function beginVideoUpload(
  file: File,
  { userId, expected }: { userId: string; expected?: UnfinishedUpload },
): Promise<boolean> {
  const fingerprint = await fingerprintOf(file)
  if (expected && (fingerprint === null || expected.fingerprint !== fingerprint)) return false
  // The same file again is the same upload: it continues if it has stopped.
  const same = videoUploads.get().uploads.find((upload) => isRunning(upload, fingerprint))
  if (same && lacksBytes(same)) removeVideoUpload(same)
  else if (same) {
    showVideoUpload(same)
    same.resume()
    same.retry()
    return true
  }
  const resume = expected ?? (await findUnfinished(fingerprint))
  addVideoUpload(new VideoUpload(file, { userId, fingerprint, resume }))
  void queryClient.invalidateQueries({ queryKey: UNFINISHED_KEY })
  return true
}

/** Continues an upload whose bytes the server has all received, without its file. */
export function continueReceivedUpload(received: UnfinishedUpload, userId: string): void {
  const { id, fileName, fileSize, fingerprint } = received
  const file = { name: fileName, size: fileSize, uploadId: id }
  addVideoUpload(new VideoUpload(file, { userId, fingerprint, resume: null }))
  void queryClient.invalidateQueries({ queryKey: UNFINISHED_KEY })
}

const isRunning = ({ fingerprint, state }: VideoUpload, other: string | null) =>
  fingerprint !== null && fingerprint === other && state.get().phase !== 'created'

/** Whether the server does not have the bytes of a received upload any more, of which this page has no file. */
const lacksBytes = ({ file, state }: VideoUpload) =>
  !(file instanceof File) && state.get().failure?.step === 'upload'

async function findUnfinished(fingerprint: string | null): Promise<UnfinishedUpload | null> {
  if (fingerprint === null) return null
  try {
    const unfinished = await call(listUploads, {})
    return unfinished.find((each) => each.purpose === 'video' && each.fingerprint === fingerprint) ?? null
  } catch (error) {
    // Without the list the browser's own record of the upload is used.
    console.warn(error)
    return null
  }
}
