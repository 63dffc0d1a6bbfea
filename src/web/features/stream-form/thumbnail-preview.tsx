import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/lib/api-text.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usePreview } from './use-preview.ts'

/** Shows the picture as viewers will see it: fetched and resized by our server, never from elsewhere. */
export function ThumbnailPreview({ url }: { url: string }) {
  const t = useTranslations('streamForm')
  const errorText = useErrorText()
  const preview = usePreview(url)
  switch (preview.state) {
    case 'empty':
      return <PreviewBox>{t('previewEmpty')}</PreviewBox>
    case 'loading':
      return <Skeleton className="aspect-video w-full max-w-[480px]" />
    case 'failed':
      return <PreviewBox>{errorText(preview.error)}</PreviewBox>
    case 'ready':
      return (
        <img
          src={preview.picture}
          alt={t('previewAlt')}
          width={1280}
          height={720}
          decoding="async"
          className="aspect-video h-auto w-full max-w-[480px] rounded-control bg-sunken object-cover"
        />
      )
    default:
      return preview satisfies never
  }
}

function PreviewBox({ children }: { children: string }) {
  return (
    <p className="grid aspect-video w-full max-w-[480px] place-items-center rounded-control border border-line bg-sunken p-4 text-center text-small text-ink-2">
      {children}
    </p>
  )
}
