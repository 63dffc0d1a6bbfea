import { Pencil } from '#web/ui/icons/pencil.tsx'
import { RotateCcw } from '#web/ui/icons/rotate-ccw.tsx'
import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { useTranslations } from 'use-intl/react'
import type { Video } from '#shared/videos/videos.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import {
  usePublishVideo,
  useRetryVideo,
} from '#web/features/studio/shared/creator-videos/use-video-actions.ts'

type VideoActionsProps = { video: Video; onEdit: () => void; onDelete: () => void }

/** Buttons that publish a draft, process a failed video again, edit or delete. */
export function VideoActions({ video, onEdit, onDelete }: VideoActionsProps) {
  const t = useTranslations('videos')
  const { isPublished, state, title } = video
  return (
    <div className="flex items-center justify-end gap-1.5">
      {state === 'failed' && <RetryButton video={video} />}
      {!isPublished && state !== 'failed' && <PublishButton video={video} />}
      <IconButton label={t('edit', { title })} aria-haspopup="dialog" onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t('delete', { title })} aria-haspopup="dialog" onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}

function PublishButton({ video: { id, title } }: { video: Video }) {
  const t = useTranslations('videos')
  const { isPending, run } = usePublishVideo(id)
  return (
    <Button size="sm" pending={isPending} onClick={run} aria-label={t('publishNamed', { title })}>
      {t('publish')}
    </Button>
  )
}

function RetryButton({ video: { id, title } }: { video: Video }) {
  const t = useTranslations('videos')
  const { isPending, run } = useRetryVideo(id)
  return (
    <Button size="sm" pending={isPending} onClick={run} aria-label={t('retryNamed', { title })}>
      <RotateCcw aria-hidden />
      {t('tryAgain')}
    </Button>
  )
}
