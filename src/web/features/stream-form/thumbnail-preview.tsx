import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'

/** Typing rests this long before the picture is asked for, in ms. */
const REST_MS = 600

/** Shows the picture as viewers will see it: fetched and resized by our server, never from elsewhere. */
export function ThumbnailPreview({ url }: { url: string }) {
  const t = useTranslations('streamForm')
  const wanted = useRested(url)
  const [failed, setFailed] = useState<string | null>(null)
  if (!/^https?:\/\/./.test(wanted)) {
    return <PreviewBox>{t('previewEmpty')}</PreviewBox>
  }
  if (failed === wanted) return <PreviewBox>{t('previewFailed')}</PreviewBox>
  return (
    <img
      key={wanted}
      src={`/api/thumbnails/preview?url=${encodeURIComponent(wanted)}`}
      alt={t('previewAlt')}
      width={1280}
      height={720}
      decoding="async"
      onError={() => setFailed(wanted)}
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

function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
