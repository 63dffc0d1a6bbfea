import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { publishVideo, retryVideo } from '#shared/videos/creator-videos.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { CREATOR_VIDEOS_KEY } from './creator-videos-key.ts'

/** Publishes a draft, and shows a toast with the outcome. */
export function usePublishVideo(videoId: string, onPublished?: () => void) {
  const t = useTranslations('videos')
  const client = useQueryClient()
  const showFailure = useFailureToast()
  return usePendingAction(
    async () => {
      await call(publishVideo, { params: { id: videoId } })
      toast({ title: t('publishedToast') })
      onPublished?.()
      await client.invalidateQueries({ queryKey: CREATOR_VIDEOS_KEY })
    },
    (error) => {
      console.error(error)
      showFailure(error, { title: t('error'), description: t('publishFailed') })
    },
  )
}

/** Processes a failed video again. */
export function useRetryVideo(videoId: string) {
  const t = useTranslations('videos')
  const client = useQueryClient()
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  return usePendingAction(
    async () => {
      await call(retryVideo, { params: { id: videoId } })
      await client.invalidateQueries({ queryKey: CREATOR_VIDEOS_KEY })
    },
    (error) => {
      console.error(error)
      showFailure(error, { title: t('error'), description: errorText(error) })
    },
  )
}
