import { Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Video } from '#shared/videos.ts'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { DeleteVideoDialog } from '#web/lib/videos/delete-video-dialog.tsx'
import { usePublishVideo, useRetryVideo } from '#web/lib/videos/use-video-actions.ts'

/** The creator's actions on a video: publish a draft, process a failed one again, edit, delete. */
export function VideoActions({ video }: { video: Video }) {
  const { isPublished, state } = video
  return (
    <div className="flex items-center justify-end gap-1.5">
      {state === 'failed' && <RetryButton video={video} />}
      {!isPublished && state !== 'failed' && <PublishButton video={video} />}
      <EditButton video={video} />
      <DeleteButton video={video} />
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

function EditButton({ video }: { video: Video }) {
  const t = useTranslations('videos')
  const { Component: EditVideo, isLoading, load } = useLazyComponent(loadEditVideo)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('edit', { title: video.title })}
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onClick={() => void load().then(setIsOpen)}
      >
        <Pencil aria-hidden />
      </IconButton>
      {EditVideo && isOpen && <EditVideo video={video} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const loadEditVideo = async () => (await import('./edit/edit-video.tsx')).EditVideo

function DeleteButton({ video }: { video: Video }) {
  const t = useTranslations('videos')
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <IconButton label={t('delete', { title: video.title })} onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      <DeleteVideoDialog video={video} open={isConfirming} onOpenChange={setIsConfirming} />
    </>
  )
}
