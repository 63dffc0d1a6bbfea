import { useTranslations } from 'use-intl/react'
import { uploadedThumbnail } from '#shared/media/thumbnails.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usePreview } from './use-preview.ts'

type ThumbnailPreviewProps = {
  url: string
  /** URL of the current thumbnail on this site. */
  current: string | null
}

/** Shows the thumbnail as viewers will see it, fetched and resized by the server, never directly from its URL. */
export function ThumbnailPreview({ url, current }: ThumbnailPreviewProps) {
  const t = useTranslations('streamForm')
  const errorText = useErrorText()
  const preview = usePreview(url)
  if (uploadedThumbnail.safeParse(url).success) return <ThumbnailImage src={url} alt={t('previewAlt')} />
  switch (preview.state) {
    case 'empty':
      if (current) return <ThumbnailImage src={current} alt={t('currentAlt')} />
      return <PreviewBox>{t('previewEmpty')}</PreviewBox>
    case 'loading':
      return <Skeleton className="aspect-video w-full max-w-[480px]" />
    case 'failed':
      return <PreviewBox>{errorText(preview.error)}</PreviewBox>
    case 'ready':
      return <ThumbnailImage src={preview.imageUrl} alt={t('previewAlt')} />
    default:
      return preview satisfies never
  }
}

function ThumbnailImage({ src, alt }: { src: string; alt: string }) {
  return (
    <img
      src={src}
      alt={alt}
      width={1280}
      height={720}
      decoding="async"
      className="aspect-video h-auto w-full max-w-[480px] rounded-control bg-sunken object-cover"
    />
  )
}

function PreviewBox({ children }: { children: string }) {
  return (
    <p className="grid aspect-video w-full max-w-[480px] place-items-center rounded-control border border-line bg-sunken p-4 text-center text-small text-ink-2">
      {children}
    </p>
  )
}
