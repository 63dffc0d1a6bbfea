import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { deleteVideo } from '#shared/videos/creator-videos.ts'
import { call } from '#web/api/call.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { CREATOR_VIDEOS_KEY } from './creator-videos-key.ts'

/** Deletes a video permanently and shows a toast with the outcome. */
export function useDeleteVideo(videoId: string, onDeleted: () => void) {
  const t = useTranslations('videos')
  const client = useQueryClient()
  const showFailure = useFailureToast()
  return usePendingAction(
    async () => {
      await call(deleteVideo, { params: { id: videoId } })
      toast({ title: t('deleted') })
      onDeleted()
      await client.invalidateQueries({ queryKey: CREATOR_VIDEOS_KEY })
    },
    (error) => {
      console.error(error)
      showFailure(error, { title: t('error'), description: t('deleteFailed') })
    },
  )
}
