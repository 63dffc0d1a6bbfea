import { Play } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Video } from '#shared/videos.ts'
import { useReducedData } from '#web/lib/storage/data-saver.ts'
import { useFileSize } from '#web/lib/uploads/use-file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { ThumbnailCloth } from '#web/ui/pattern/placeholder-cloth.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

type VideoPlayerProps = { video: Video; videoRef: RefObject<HTMLVideoElement | null> }

/** The browser's player, or a message while there is nothing to play. */
export function VideoPlayer({ video, videoRef }: VideoPlayerProps) {
  const t = useTranslations('video')
  switch (video.state) {
    case 'processing':
      return (
        <PlayerMessage seed={video.id} title={t('processingTitle')} text={t('processingText')}>
          <Spinner />
        </PlayerMessage>
      )
    case 'failed':
      return <PlayerMessage seed={video.id} title={t('failedTitle')} text={t('failedText')} />
    case 'ready':
      return <ReadyPlayer video={video} videoRef={videoRef} />
    default:
      return video.state satisfies never
  }
}

function ReadyPlayer({ video, videoRef }: VideoPlayerProps) {
  const t = useTranslations('video')
  const fileSize = useFileSize()
  const reducesData = useReducedData()
  const [shouldPlay, setShouldPlay] = useState(false)
  const [failures, setFailures] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const retry = () => {
    setFailures(failures + 1)
    setHasFailed(false)
  }
  if (hasFailed)
    return (
      <PlayerMessage seed={video.id} text={t('playFailed')}>
        <Button onClick={retry}>{t('tryAgain')}</Button>
      </PlayerMessage>
    )
  if (reducesData && !shouldPlay)
    return (
      <PlayerMessage seed={video.id} text={t('savingData')}>
        <Button variant="action" onClick={() => setShouldPlay(true)}>
          <Play aria-hidden /> {t('play', { size: fileSize(video.fileSize) })}
        </Button>
      </PlayerMessage>
    )
  return (
    <video
      key={failures}
      ref={videoRef}
      src={video.videoUrl}
      poster={video.thumbnailUrl ?? undefined}
      controls
      playsInline
      autoPlay={shouldPlay}
      preload="metadata"
      aria-label={t('player', { title: video.title })}
      onError={() => setHasFailed(true)}
      className="aspect-video max-h-[600px] w-full bg-thread-night object-contain md:rounded-card"
    />
  )
}

type PlayerMessageProps = { seed: string; title?: string; text: string; children?: ReactNode }

function PlayerMessage({ seed, title, text, children }: PlayerMessageProps) {
  return (
    <div className="relative isolate grid aspect-video max-h-[600px] w-full content-center justify-items-center gap-3 overflow-hidden bg-thread-night p-6 text-center text-on-night md:rounded-card">
      <ThumbnailCloth seed={seed} className="absolute inset-0 opacity-50" />
      <output className="relative grid justify-items-center gap-2">
        {title && <p className="font-display text-card font-extrabold">{title}</p>}
        <p className="max-w-[40ch] text-small">{text}</p>
      </output>
      <div className="relative">{children}</div>
    </div>
  )
}
