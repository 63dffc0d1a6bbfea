import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Video } from '#shared/videos.ts'
import { useLanguageName } from '#web/lib/format/language-name.ts'
import { useReducedData } from '#web/lib/storage/data-saver.ts'
import { Button } from '#web/ui/button.tsx'

/** The browser's player of a public video. It loads nothing before it is started when data is saved. */
export function EmbedVideo({ video }: { video: Video }) {
  const t = useTranslations('embed')
  const languageName = useLanguageName()
  const reducesData = useReducedData()
  const [failures, setFailures] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const retry = () => {
    setFailures(failures + 1)
    setHasFailed(false)
  }
  if (hasFailed)
    return (
      <div role="alert" className="grid justify-items-center gap-3 p-6 text-center">
        <p className="text-small">{t('playFailed')}</p>
        <Button onClick={retry}>{t('tryAgain')}</Button>
      </div>
    )
  return (
    <video
      key={failures}
      src={video.sources.files[0]?.url ?? video.videoUrl}
      poster={reducesData ? undefined : (video.thumbnailUrl ?? undefined)}
      controls
      playsInline
      preload={reducesData ? 'none' : 'metadata'}
      aria-label={t('player', { title: video.title })}
      onError={() => setHasFailed(true)}
      className="size-full object-contain"
    >
      {video.captions.map(({ language, url }) => (
        <track key={language} kind="captions" srcLang={language} label={languageName(language)} src={url} />
      ))}
    </video>
  )
}
