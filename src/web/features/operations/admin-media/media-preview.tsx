import { useTranslations } from 'use-intl/react'
import type { MediaItem } from '#shared/operations/admin-media.ts'
import { TypeIcon } from './media-card.tsx'

/** The picture, or a player that loads the video or the audio only when it is started. */
export function MediaPreview({ item: { type, mimeType, url, previewUrl } }: { item: MediaItem }) {
  const t = useTranslations('adminMedia')
  const frame = 'max-h-[50vh] w-full rounded-control bg-sunken'
  if (type === 'image') return <img src={url} alt="" className={`${frame} object-contain`} />
  if (mimeType.startsWith('audio/')) return <audio src={url} controls preload="none" className="w-full" />
  if (type === 'video')
    return (
      <video
        src={url}
        controls
        playsInline
        preload="none"
        {...(previewUrl && { poster: previewUrl })}
        className={`${frame} aspect-video object-contain`}
      />
    )
  return (
    <p className={`${frame} grid h-28 place-items-center content-center gap-2 text-small text-ink-2`}>
      <TypeIcon type={type} mimeType={mimeType} />
      {t('noPreview')}
    </p>
  )
}
