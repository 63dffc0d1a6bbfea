import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { useThumbnailUpload } from '#web/features/media/shared/uploads/use-thumbnail-upload.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import type { VideoForm } from './video-values.ts'

export type ImageUpload = ReturnType<typeof useImageUpload>

/**
 * Uploads a thumbnail as soon as it is chosen, and shows a toast if it cannot be used. The form waits while `progress` is
 * not null.
 */
export function useImageUpload(form: VideoForm) {
  const t = useTranslations('videoDetails')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  return useThumbnailUpload({
    onUploaded: (url) => form.setValue('thumbnail', { url, at: null }, { shouldDirty: true }),
    onRefused: (problem) =>
      toast({
        variant: 'destructive',
        title: t(problem === 'wrongType' ? 'imageType' : 'imageTooLarge'),
        description: t(problem === 'wrongType' ? 'imageTypeText' : 'imageTooLargeText'),
      }),
    onFailed: (error) => showFailure(error, { title: t('imageFailed'), description: errorText(error) }),
  })
}
