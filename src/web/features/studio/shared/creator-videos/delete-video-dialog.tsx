import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { useTranslations } from 'use-intl/react'
import type { Video } from '#shared/videos/videos.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useDeleteVideo } from './use-delete-video.ts'

type DeleteVideoDialogProps = {
  video: Pick<Video, 'id' | 'title'>
  open: boolean
  onOpenChange: (isOpen: boolean) => void
  onDeleted?: () => void
}

/** Asks for confirmation, then deletes a video permanently. */
export function DeleteVideoDialog({ video, open, onOpenChange, onDeleted }: DeleteVideoDialogProps) {
  const t = useTranslations('videos')
  const deletion = useDeleteVideo(video.id, () => {
    onOpenChange(false)
    onDeleted?.()
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.rich('deleteTitle', { title: video.title, bdi: isolated })}
      description={t('deleteText')}
      confirm={t('deleteConfirm')}
      danger={<Trash2 aria-hidden />}
      pending={deletion.isPending}
      onConfirm={deletion.run}
    />
  )
}
