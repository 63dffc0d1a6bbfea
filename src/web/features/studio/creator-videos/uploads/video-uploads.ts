import { createStore } from '#web/lib/store.ts'
import type { VideoUpload } from './video-upload.ts'

/**
 * The video uploads of this page, the oldest first; they outlive navigation. `currentId` is the one whose details the
 * upload page shows.
 */
export const videoUploads = createStore<{ uploads: readonly VideoUpload[]; currentId: string | null }>({
  uploads: [],
  currentId: null,
})

export function addVideoUpload(upload: VideoUpload): void {
  const { uploads } = videoUploads.get()
  videoUploads.set({ uploads: [...uploads, upload] })
  showVideoUpload(upload)
  addEventListener('beforeunload', warnOfActiveUploads)
}

/** Lets the upload page ask for the details of an upload, unless they are submitted. */
export function showVideoUpload(upload: VideoUpload): void {
  if (upload.state.get().submission === null) videoUploads.set({ currentId: upload.id })
}

/** Hides an upload, after stopping it if it is not finished. */
export function removeVideoUpload(upload: VideoUpload): void {
  if (upload.state.get().phase !== 'created') upload.cancel()
  upload.release()
  const { uploads, currentId } = videoUploads.get()
  const remaining = uploads.filter((each) => each !== upload)
  videoUploads.set({ uploads: remaining, currentId: currentId === upload.id ? null : currentId })
  // A listener keeps the page out of the browser's back/forward cache.
  if (remaining.length === 0) removeEventListener('beforeunload', warnOfActiveUploads)
}

/** Called when the details of the current upload are submitted: the upload page is free for another video. */
export function releaseCurrentUpload(): void {
  videoUploads.set({ currentId: null })
}

function warnOfActiveUploads(event: BeforeUnloadEvent): void {
  if (videoUploads.get().uploads.some(({ isActive }) => isActive)) event.preventDefault()
}
