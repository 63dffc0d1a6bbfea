import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos/videos.ts'
import {
  PHONE_PLAYER_CLASS,
  PlayerTopRow,
  WIDE_PLAYER_CLASS,
} from '#web/features/media/shared/playback/player-top-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { ThumbnailPattern } from '#web/ui/pattern/placeholder-patterns.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** In place of the player while its owner waits for the first quality, or when the file cannot become a video. */
export function UnplayableVideo({ video }: { video: Video }) {
  const t = useTranslations('video')
  if (video.state === 'failed')
    return (
      <Message seed={video.id} title={t('failedTitle')} text={t('failedText')}>
        <Button asChild variant="action">
          <Link href="/creator/videos">{t('yourVideos')}</Link>
        </Button>
      </Message>
    )
  return (
    <Message seed={video.id} title={t('processingTitle')} text={t('processingText')}>
      {video.progress === null ? (
        <Spinner />
      ) : (
        <div className="grid w-60 gap-1.5">
          <progress
            max={100}
            value={video.progress}
            aria-label={t('processingTitle')}
            className="h-2 w-full accent-action"
          />
          <p className="num text-small font-semibold">{t('percent', { value: video.progress / 100 })}</p>
        </div>
      )}
    </Message>
  )
}

type MessageProps = { seed: string; title: string; text: string; children: ReactNode }

function Message({ seed, title, text, children }: MessageProps) {
  return (
    <div
      className={`relative isolate grid aspect-video w-full content-center justify-items-center gap-3 overflow-hidden bg-thread-night player-plate text-center text-on-night md:rounded-card ${WIDE_PLAYER_CLASS} ${PHONE_PLAYER_CLASS}`}
    >
      <ThumbnailPattern seed={seed} className="absolute inset-0 opacity-50" />
      <PlayerTopRow />
      <output className="relative grid justify-items-center gap-2 rounded-control bg-thread-night px-4 py-3">
        <p className="font-display text-card font-extrabold">{title}</p>
        <p className="max-w-[40ch] text-small">{text}</p>
      </output>
      <div className="relative">{children}</div>
    </div>
  )
}
