import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { type RunningUpload, startUpload } from '#web/lib/uploads/upload.ts'

/** Bytes; the server has the same limit. */
const MAX_BYTES = 10 * 1024 * 1024

/** Uploads one image at a time; `progress` from 0 to 1, null while none runs. Leaving the form cancels it. */
export function useThumbnailUpload(onUploaded: (url: string) => void) {
  const t = useTranslations('streamForm')
  const errorText = useErrorText()
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<RunningUpload | null>(null)
  const cancel = () => {
    void running.current?.cancel()
    running.current = null
    setProgress(null)
  }
  useEffect(() => () => void running.current?.cancel(), [])
  const upload = async (file: File) => {
    setError(null)
    // A file of an unknown type is judged by the server, from its bytes.
    if (file.type !== '' && !file.type.startsWith('image/')) return setError(t('notPicture'))
    if (file.size > MAX_BYTES) return setError(t('tooLarge'))
    setProgress(0)
    const started = startUpload(file, {
      purpose: 'thumbnail',
      onProgress: (sent, total) => {
        if (running.current === started) setProgress(sent / total)
      },
    })
    running.current = started
    try {
      const { url } = await started.done
      if (running.current === started) onUploaded(url)
    } catch (failure) {
      if (running.current === started) setError(errorText(failure))
    } finally {
      if (running.current === started) {
        running.current = null
        setProgress(null)
      }
    }
  }
  return { progress, error, upload: (file: File) => void upload(file), cancel }
}
