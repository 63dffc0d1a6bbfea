import { Play } from '#web/ui/icons/play.tsx'
import { VolumeX } from '#web/ui/icons/volume-x.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Video } from '#shared/videos/videos.ts'
import { displayName } from '#shared/accounts/users.ts'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ThumbnailPattern } from '#web/ui/pattern/placeholder-patterns.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { qualityChoices } from './session/quality.ts'
import { usePlayerState } from './session/use-video-session.ts'
import type { VideoSession } from './session/video-session.ts'

/** The layers over the video: poster, loading, failure, audio only, and the request for sound. */
export function PlayerOverlays({ session }: { session: VideoSession }) {
  const t = useTranslations('videoPlayer')
  const { phase, isBuffering, needsTap, quality } = usePlayerState(session, (state) => state)
  switch (phase) {
    case 'poster':
      return <TapToLoad session={session} />
    case 'failed':
      return (
        <Plate>
          <div role="alert" className="grid justify-items-center gap-2">
            <p className="font-display text-section font-extrabold">{t('failedTitle')}</p>
            <p className="max-w-[44ch] text-small">{t('failedText')}</p>
          </div>
          <Button onClick={() => void session.retry()} className="text-on-video hover:text-ink">
            {t('tryAgain')}
          </Button>
        </Plate>
      )
    case 'loading':
    case 'ready':
      return (
        <>
          {quality === 'audio' && <AudioOnly video={session.video} />}
          {(phase === 'loading' || isBuffering) && <Waiting />}
          {needsTap && (
            <Button
              onClick={() => session.toggleMuted()}
              className="absolute start-0 end-(--player-inset,0px) top-3.5 z-10 mx-auto phone:[[data-watch-page]_&]:top-14 w-fit bg-video-plate text-on-video"
            >
              <VolumeX aria-hidden /> {t('tapForSound')}
            </Button>
          )}
        </>
      )
    default:
      return phase satisfies never
  }
}

function Waiting() {
  return (
    <div className="pointer-events-none absolute start-0 end-(--player-inset,0px) inset-y-0 grid place-items-center">
      <span className="rounded-control bg-video-plate px-4 py-3">
        <Spinner />
      </span>
    </div>
  )
}

/** Nothing is loaded before a click. With reduced data neither is the poster, and the size of the lowest quality is shown. */
function TapToLoad({ session }: { session: VideoSession }) {
  const t = useTranslations('videoPlayer')
  const fileSize = useFileSize()
  const { video, savesData } = session
  const { quality } = usePlayerState(session, (state) => state)
  const chosen = qualityChoices(video).find(({ choice }) => choice === quality)
  return (
    <div className="absolute inset-0 isolate grid content-center player-plate justify-items-center gap-3 text-center">
      {(savesData || video.thumbnailUrl === null) && (
        <ThumbnailPattern seed={video.id} className="absolute inset-0 -z-10 opacity-50" />
      )}
      {savesData && (
        <p className="rounded-control bg-thread-night px-3 py-1.5 text-small">{t('savingData')}</p>
      )}
      <Button variant="action" onClick={() => session.play()}>
        <Play aria-hidden />
        {savesData ? t('playSize', { size: fileSize(chosen?.source.fileSize ?? video.fileSize) }) : t('play')}
      </Button>
    </div>
  )
}

function AudioOnly({ video: { creator } }: { video: Video }) {
  const t = useTranslations('videoPlayer')
  return (
    <div className="pointer-events-none absolute inset-0 flex items-center justify-center gap-4 bg-thread-night player-plate md:flex-col md:gap-3">
      <Avatar
        seed={creator.id}
        name={displayName(creator)}
        src={creator.profileImageUrl}
        size={72}
        decorative
      />
      <p className="font-display text-card font-extrabold">{t('audioOnly')}</p>
    </div>
  )
}

function Plate({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 grid content-center justify-items-center player-plate gap-3 bg-video-plate text-center">
      {children}
    </div>
  )
}
