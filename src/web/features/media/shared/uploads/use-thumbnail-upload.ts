import { useEffect, useRef, useState } from 'react'
import { limit } from '#shared/settings/limits.ts'
import { type RunningUpload, startUpload } from './upload.ts'

type Callbacks = {
  onUploaded: (url: string) => void
  /** The file is no image, or too large; it was not sent. */
  onRefused: (problem: 'wrongType' | 'tooLarge') => void
  onFailed: (error: unknown) => void
}

/** Uploads one thumbnail at a time; `progress` from 0 to 1, null while none runs. Leaving the page cancels it. */
export function useThumbnailUpload({ onUploaded, onRefused, onFailed }: Callbacks) {
  const [progress, setProgress] = useState<number | null>(null)
  const running = useRef<RunningUpload | null>(null)
  const cancel = () => {
    void running.current?.cancel()
    running.current = null
    setProgress(null)
  }
  useEffect(() => () => void running.current?.cancel(), [])

  const upload = async (file: File) => {
    const problem = findProblem(file)
    if (problem) return onRefused(problem)
    cancel()
    const started = startUpload(file, {
      purpose: 'thumbnail',
      onProgress: (sent, total) => {
        if (running.current === started) setProgress(total > 0 ? sent / total : 0)
      },
    })
    running.current = started
    setProgress(0)
    try {
      const { url } = await started.done
      if (running.current === started) onUploaded(url)
    } catch (error) {
      if (running.current === started) onFailed(error)
    } finally {
      if (running.current === started) {
        running.current = null
        setProgress(null)
      }
    }
  }
  return { progress, upload: (file: File) => void upload(file), cancel }
}

/** A file of an unknown type is checked by the server, which reads its bytes. */
function findProblem({ type, size }: File): 'wrongType' | 'tooLarge' | null {
  if (type !== '' && !type.startsWith('image/')) return 'wrongType'
  return size > limit('pictureBytes') ? 'tooLarge' : null
}
