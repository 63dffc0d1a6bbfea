import { Eye } from '#web/ui/icons/eye.tsx'
import { VolumeX } from '#web/ui/icons/volume-x.tsx'
import { WifiOff } from '#web/ui/icons/wifi-off.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { PublicUser } from '#shared/accounts/users.ts'
import { Badge, LiveBadge, RecordingBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { OfflinePattern } from '#web/ui/pattern/placeholder-patterns.tsx'
import {
  PHONE_PLAYER_CLASS,
  PlayerTopRow,
  WIDE_PLAYER_CLASS,
} from '#web/features/media/shared/playback/player-top-row.tsx'
import type { Theatre } from '#web/features/media/shared/playback/use-theatre.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { type QualityProps, PlayerControls } from './player-controls.tsx'
import { AudioOnlyPlate } from './audio-only-plate.tsx'
import { type Sound, usePlayback } from './use-playback.ts'

type PlayerProps = QualityProps & {
  media: MediaStream | null
  streamer: PublicUser
  isLive: boolean
  isRecording: boolean
  viewerCount: number
  /** The stream has ended and is not announced again: the viewer count has no meaning. */
  isOver: boolean
  isInterrupted: boolean
  isAwaitingMedia: boolean
  isReconnecting: boolean
  isRateLimited: boolean
  isFull: boolean
  hasError: boolean
  isBanned: boolean
  isVideoOff: boolean
  initialSound?: Sound | undefined
  /** Called when the viewer or the browser changes it. */
  onSound?: (sound: Sound) => void
  /** Below a header of the page: without rounded upper corners and without badges on the video. */
  isFramed?: boolean
  /** Null where the page has no theatre mode. */
  theatre?: Theatre | null
  /** Moves the focus to the chat; absent where there is none. */
  onChat?: (() => void) | undefined
  /** Switches from audio only back to video. */
  onShowVideo: () => void
  onRetry: () => void
  /** Shown under 'Stream Offline': the owner's links to the studio. */
  offlineAction?: ReactNode
}

/** The video of a live stream with its badges, its controls, and overlays while there is no video. */
export function Player(props: PlayerProps) {
  const { media, isLive, isBanned, quality, shown, isVideoOff, isFramed = false } = props
  const t = useTranslations('player')
  const frame = useRef<HTMLDivElement>(null)
  const { video, sound, toggleMuted, setVolume, needsTap, isPlaying } = usePlayback(
    media,
    shown === 'audio' || isVideoOff,
    props.initialSound,
  )
  const { onSound } = props
  useEffect(() => onSound?.(sound))
  const canWatch = isLive && !isBanned
  const { hasError, isInterrupted, isAwaitingMedia, isReconnecting } = props
  const isCovered = !canWatch || hasError || isInterrupted || isAwaitingMedia || isReconnecting || !isPlaying
  const isAudioOnly = canWatch && (quality === 'audio' || shown === 'audio' || isVideoOff)
  return (
    <div
      ref={frame}
      data-player
      tabIndex={-1}
      className={`group relative z-[1] aspect-video w-full text-on-video outline-none fullscreen:max-h-none fullscreen:max-w-none ${WIDE_PLAYER_CLASS} ${PHONE_PLAYER_CLASS}`}
    >
      <div
        className={`absolute inset-0 isolate overflow-hidden bg-thread-night ${isFramed ? 'md:rounded-b-card' : 'md:rounded-card landscape-phone:rounded-none'}`}
      >
        <video
          ref={video}
          autoPlay
          playsInline
          muted={sound.isMuted}
          aria-label={t('video')}
          onPointerUp={() => frame.current?.focus({ preventScroll: true })}
          className="absolute inset-0 size-full object-contain [object-position:var(--player-position,center)]"
        />
        {isAudioOnly && <AudioOnlyOverlay {...props} />}
        <StateOverlay {...props} isPlaying={isPlaying} />
      </div>
      <PlayerTopRow>{!isFramed && !isBanned && <Badges {...props} />}</PlayerTopRow>
      {needsTap && !isCovered && (
        <Button
          onClick={toggleMuted}
          className="absolute start-0 end-(--player-inset,0px) bottom-16 z-10 mx-auto w-fit bg-video-plate text-on-video"
        >
          <VolumeX aria-hidden /> {t('tapForSound')}
        </Button>
      )}
      {canWatch && (
        <PlayerControls
          {...props}
          sound={sound}
          isAlwaysShown={!isPlaying || isAudioOnly}
          onToggleMuted={toggleMuted}
          onVolume={setVolume}
          frame={frame}
          getVideo={() => video.current}
          theatre={props.theatre ?? null}
        />
      )}
    </div>
  )
}

function Badges({ isLive, isRecording, isOver, viewerCount }: PlayerProps) {
  const t = useTranslations('player')
  const format = useFormatter()
  return (
    <>
      <LiveBadge live={isLive} />
      {isRecording && <RecordingBadge />}
      {!isOver && (
        <Badge variant="video">
          <Eye aria-hidden className="size-4" />
          <span className="num phone:sr-only">
            {t(isLive ? 'watching' : 'waiting', { count: viewerCount })}
          </span>
          {/* Phones have room for the number. */}
          <span aria-hidden className="num hidden phone:inline">
            {format.number(viewerCount, 'count')}
          </span>
        </Badge>
      )}
    </>
  )
}

/** Shown instead of the video: the viewer chose audio only, or the creator's camera is off. */
function AudioOnlyOverlay({ streamer, media, quality, onShowVideo }: PlayerProps) {
  const t = useTranslations('player')
  return quality === 'audio' ? (
    <AudioOnlyPlate streamer={streamer} media={media} title={t('audioOnly')}>
      <Button size="sm" onClick={onShowVideo} className="text-on-video hover:text-ink">
        {t('showVideo')}
      </Button>
    </AudioOnlyPlate>
  ) : (
    <AudioOnlyPlate streamer={streamer} media={media} title={t('cameraOff')} />
  )
}

/** The most important reason why the stream cannot be watched now, or a spinner. */
function StateOverlay(props: PlayerProps & { isPlaying: boolean }) {
  const { isLive, isBanned, hasError, isInterrupted, isReconnecting, isPlaying, isRateLimited, isFull } =
    props
  const t = useTranslations('player')
  if (isBanned) return <Overlay>{t('banned')}</Overlay>
  if (!isLive) return <OfflineOverlay>{props.offlineAction}</OfflineOverlay>
  if (hasError) return <ErrorOverlay onRetry={props.onRetry} />
  if (isInterrupted) return <Overlay>{t('interrupted')}</Overlay>
  if (props.isAwaitingMedia)
    return (
      <Overlay>
        <Spinner />
        <output>{t('awaitingMedia')}</output>
      </Overlay>
    )
  if (isFull && (!isPlaying || isReconnecting))
    return (
      <Overlay>
        <Spinner />
        <output>{t('serverFull')}</output>
      </Overlay>
    )
  if (isReconnecting)
    return (
      <Overlay>
        <Spinner />
        <output>{t('reconnecting')}</output>
      </Overlay>
    )
  if (isPlaying) return null
  return (
    <Overlay>
      <Spinner />
      {isRateLimited && t('joinDelayed')}
    </Overlay>
  )
}

function Overlay({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 grid content-center justify-items-center player-plate gap-3 bg-video-plate text-center">
      {children}
    </div>
  )
}

function ErrorOverlay({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('player')
  const canPlay = 'RTCPeerConnection' in globalThis
  return (
    <Overlay>
      <div role="alert" className="grid justify-items-center gap-2">
        <WifiOff aria-hidden className="size-7 stroke-[1.9]" />
        <p className="font-display text-section font-extrabold">{t('connectionError')}</p>
        <p className="text-small">{t(canPlay ? 'connectFailed' : 'unsupported')}</p>
      </div>
      {canPlay && (
        <Button onClick={onRetry} className="text-on-video hover:text-ink">
          {t('tryAgain')}
        </Button>
      )}
    </Overlay>
  )
}

function OfflineOverlay({ children }: { children?: ReactNode }) {
  const t = useTranslations('player')
  return (
    <div className="absolute inset-0 grid player-plate content-center justify-items-center gap-3 text-center md:gap-4">
      <OfflinePattern className="absolute inset-0 -z-10 size-full" />
      <p className="rounded-control bg-thread-night px-4 py-2 font-display text-section font-extrabold">
        {t('streamOffline')}
      </p>
      {children}
    </div>
  )
}
