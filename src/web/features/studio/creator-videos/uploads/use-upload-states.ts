import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { VideoUpload, VideoUploadState } from './video-upload.ts'

/** The states of several uploads, in their order. */
export function useUploadStates(uploads: readonly VideoUpload[]): readonly VideoUploadState[] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const cleanups = uploads.map(({ state }) => state.subscribe(listener))
      return () => {
        for (const cleanup of cleanups) cleanup()
      }
    },
    [uploads],
  )
  const last = useRef<readonly VideoUploadState[]>([])
  return useSyncExternalStore(subscribe, () => {
    const states = uploads.map(({ state }) => state.get())
    const isSame =
      states.length === last.current.length && states.every((state, index) => state === last.current[index])
    if (!isSame) last.current = states
    return last.current
  })
}

/** Returns the sent share of all unfinished bytes, 0 to 1; null when nothing is left to send. */
export function totalProgress(
  uploads: readonly VideoUpload[],
  states: readonly VideoUploadState[],
): number | null {
  let sent = 0
  let size = 0
  for (const [index, state] of states.entries()) {
    if (state.phase !== 'uploading' && state.phase !== 'paused') continue
    sent += state.sent
    size += uploads[index]?.file.size ?? 0
  }
  return size > 0 ? sent / size : null
}
