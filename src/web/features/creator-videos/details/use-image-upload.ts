import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { useFailureToast } from '#web/lib/hooks/use-failure-toast.ts'
import { type RunningUpload, startUpload } from '#web/lib/uploads/upload.ts'
import { toast } from '#web/ui/overlays/toast.ts'

const MAX_IMAGE_BYTES = 10 * 1024 ** 2

/** Uploads a thumbnail as soon as it is chosen; `progress` is null while none is uploading. */
export function useImageUpload(onStored: (url: string) => void) {
  const t = useTranslations('videoDetails')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const running = useRef<RunningUpload | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const cancel = () => {
    void running.current?.cancel()
    running.current = null
    setProgress(null)
  }
  useEffect(() => () => void running.current?.cancel(), [])

  const choose = (file: File) => {
    const problem = findImageProblem(file)
    if (problem) {
      toast({
        variant: 'destructive',
        title: t(problem === 'wrongType' ? 'imageType' : 'imageTooLarge'),
        description: t(problem === 'wrongType' ? 'imageTypeText' : 'imageTooLargeText'),
      })
      return
    }
    cancel()
    const upload = startUpload(file, {
      purpose: 'thumbnail',
      onProgress: (sent, total) => running.current === upload && setProgress(total > 0 ? sent / total : 0),
    })
    running.current = upload
    setProgress(0)
    upload.done.then(
      ({ url }) => {
        if (running.current !== upload) return
        running.current = null
        setProgress(null)
        onStored(url)
      },
      (error: unknown) => {
        if (running.current !== upload) return
        running.current = null
        setProgress(null)
        showFailure(error, { title: t('imageFailed'), description: errorText(error) })
      },
    )
  }
  return { progress, choose }
}

function findImageProblem({ type, size }: File): 'wrongType' | 'tooLarge' | null {
  if (!type.startsWith('image/')) return 'wrongType'
  return size > MAX_IMAGE_BYTES ? 'tooLarge' : null
}
