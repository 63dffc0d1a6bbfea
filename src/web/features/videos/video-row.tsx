import { formatDistanceToNow } from 'date-fns'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos.ts'
import { formatDuration } from '#web/lib/format/duration.ts'
import { useFileSize } from '#web/lib/uploads/use-file-size.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Thumbnail } from '#web/ui/thumbnail.tsx'
import { useDeleteVideo } from './use-delete-video.ts'

/** A video of the current user with its state and a delete button. */
export function VideoRow({ video }: { video: Video }) {
  const t = useTranslations('videos')
  const fileSize = useFileSize()
  const { id, title, category, state, duration, viewsCount, createdAt } = video
  const isReady = state === 'ready'
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-3.5 px-(--gutter) py-4 md:gap-5 md:px-5">
      <Link href={`/video/${id}`} aria-hidden tabIndex={-1}>
        <Thumbnail src={video.thumbnailUrl} seed={id} className="aspect-video w-32 md:w-48">
          {isReady && (
            <Badge variant="video" className="absolute end-1.5 bottom-1.5">
              <span className="num">{formatDuration(duration)}</span>
            </Badge>
          )}
        </Thumbnail>
      </Link>
      <div className="min-w-0">
        <h2 className="line-clamp-2 text-card [overflow-wrap:anywhere]">
          <Link href={`/video/${id}`} className="hover:underline">
            <bdi>{title}</bdi>
          </Link>
        </h2>
        <p className="mt-1 text-small text-ink-2">{category}</p>
        <p className="num mt-0.5 flex flex-wrap gap-x-3 text-meta text-ink-3">
          <time dateTime={createdAt}>{t('ago', { when: formatDistanceToNow(new Date(createdAt)) })}</time>
          {isReady && <span>{fileSize(video.fileSize)}</span>}
          {isReady && <span>{t('views', { count: viewsCount })}</span>}
        </p>
        <VideoStateBadge video={video} />
      </div>
      <DeleteButton video={video} />
    </li>
  )
}

function VideoStateBadge({ video: { state, isPublished, isPublic } }: { video: Video }) {
  const t = useTranslations('videos')
  if (state === 'processing')
    return (
      <output className="mt-2 block">
        <Badge>{t('processing')}</Badge>
      </output>
    )
  if (state === 'failed')
    return (
      <p className="mt-2 flex flex-wrap items-center gap-2 text-meta text-danger">
        <Badge>{t('failed')}</Badge> {t('failedText')}
      </p>
    )
  const name = isPublished ? (isPublic ? t('published') : t('private')) : t('draft')
  return (
    <p className="mt-2">
      <Badge>{name}</Badge>
    </p>
  )
}

function DeleteButton({ video: { id, title } }: { video: Video }) {
  const t = useTranslations('videos')
  const [isConfirming, setIsConfirming] = useState(false)
  const deletion = useDeleteVideo(id, () => setIsConfirming(false))
  return (
    <>
      <IconButton label={t('delete', { title })} onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('deleteTitle', { title })}
        description={t('deleteText')}
        confirm={t('deleteConfirm')}
        danger={<Trash2 aria-hidden />}
        pending={deletion.isPending}
        onConfirm={deletion.run}
      />
    </>
  )
}
