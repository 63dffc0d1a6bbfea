import { Eye, Maximize, Minimize, Volume2, VolumeX, WifiOff } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { Badge, LiveBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { OfflineCloth } from '#web/ui/cloth.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useFullscreen } from './use-fullscreen.ts'
import { usePlayback } from './use-playback.ts'

type PlayerProps = {
  media: MediaStream | null
  isLive: boolean
  viewerCount: number
  isInterrupted: boolean
  isHeldBack: boolean
  hasError: boolean
  onRetry: () => void
  /** Stands under 'Stream Offline', for the owner's way to the studio. */
  offlineAction?: ReactNode
}

/** The video of a live stream with its badges, its controls and what covers it when there is nothing to see. */
export function Player({
  media,
  isLive,
  viewerCount,
  isInterrupted,
  isHeldBack,
  hasError,
  onRetry,
  offlineAction,
}: PlayerProps) {
  const t = useTranslations('player')
  const frame = useRef<HTMLDivElement>(null)
  const { video, isMuted, toggleMuted, needsTap, hasFrame } = usePlayback(media)
  return (
    <div
      ref={frame}
      className="group relative isolate aspect-video max-h-[600px] w-full overflow-hidden bg-thread-night text-on-video md:rounded-card fullscreen:max-h-none"
    >
      <video
        ref={video}
        autoPlay
        playsInline
        muted={isMuted}
        aria-label={t('video')}
        className="absolute inset-0 size-full object-contain"
      />
      {!isLive && <OfflineOverlay>{offlineAction}</OfflineOverlay>}
      {isLive && hasError && <ErrorOverlay onRetry={onRetry} />}
      {isLive && !hasError && isInterrupted && <Overlay>{t('interrupted')}</Overlay>}
      {isLive && !hasError && !isInterrupted && !hasFrame && (
        <Overlay>
          <Spinner />
          {isHeldBack && t('heldBack')}
        </Overlay>
      )}
      <div className="absolute inset-x-3.5 top-3.5 z-10 flex gap-2">
        <LiveBadge live={isLive} />
        <Badge variant="video">
          <Eye aria-hidden className="size-4" />
          <span className="num">{t('watching', { count: viewerCount })}</span>
        </Badge>
      </div>
      {isLive && needsTap && (
        <Button
          onClick={toggleMuted}
          className="absolute inset-x-0 bottom-16 z-10 mx-auto w-fit bg-video-plate text-on-video"
        >
          <VolumeX aria-hidden /> {t('tapForSound')}
        </Button>
      )}
      <Controls isMuted={isMuted} isAlwaysShown={!hasFrame} onToggleMuted={toggleMuted} frame={frame} />
    </div>
  )
}

type ControlsProps = {
  isMuted: boolean
  isAlwaysShown: boolean
  onToggleMuted: () => void
  frame: { readonly current: HTMLElement | null }
}

function Controls({ isMuted, isAlwaysShown, onToggleMuted, frame }: ControlsProps) {
  const t = useTranslations('player')
  const { isFullscreen, toggleFullscreen } = useFullscreen(frame)
  return (
    <div
      className={`absolute inset-x-2 bottom-2 z-10 flex justify-between transition-opacity duration-(--dur-2) group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100 ${isAlwaysShown ? '' : 'opacity-0'}`}
    >
      <IconButton variant="video" label={t(isMuted ? 'unmute' : 'mute')} onClick={onToggleMuted}>
        {isMuted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
      </IconButton>
      <IconButton
        variant="video"
        label={t(isFullscreen ? 'exitFullscreen' : 'fullscreen')}
        onClick={toggleFullscreen}
      >
        {isFullscreen ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
      </IconButton>
    </div>
  )
}

function Overlay({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 grid content-center justify-items-center gap-3 bg-video-plate p-6 text-center">
      {children}
    </div>
  )
}

function ErrorOverlay({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('player')
  return (
    <Overlay>
      <div role="alert" className="grid justify-items-center gap-2">
        <WifiOff aria-hidden className="size-7 stroke-[1.9]" />
        <p className="font-display text-section font-extrabold">{t('connectionError')}</p>
        <p className="text-small">{t('connectFailed')}</p>
      </div>
      <Button onClick={onRetry} className="text-on-video hover:text-ink">
        {t('tryAgain')}
      </Button>
    </Overlay>
  )
}

function OfflineOverlay({ children }: { children?: ReactNode }) {
  const t = useTranslations('player')
  return (
    <div className="absolute inset-0 grid content-center justify-items-center gap-4 p-6 text-center">
      <OfflineCloth className="absolute inset-0 -z-10 size-full" />
      <p className="rounded-control bg-thread-night px-4 py-2 font-display text-section font-extrabold">
        {t('streamOffline')}
      </p>
      {children}
    </div>
  )
}
