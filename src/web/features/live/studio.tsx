import { Mic, MicOff, Radio, Square, Video, VideoOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#web/ui/alert.tsx'
import { LiveBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { BroadcastState } from './broadcast-session.ts'
import type { LiveError } from './live-error.ts'

type PreviewProps = { state: BroadcastState; isLive: boolean; onOpenMedia: () => void; children: ReactNode }

/** What the broadcaster sees of its own picture, never with its own sound. */
export function Preview({ state, isLive, onOpenMedia, children }: PreviewProps) {
  const t = useTranslations('studio')
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = state.media
  }, [state.media])
  return (
    <div className="relative isolate aspect-video max-h-[600px] w-full overflow-hidden bg-thread-night text-on-video md:rounded-card">
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label={t('preview')}
        className="absolute inset-0 size-full -scale-x-100 object-contain"
      />
      {state.media && !state.hasCamera && (
        <p className="absolute inset-0 grid place-items-center bg-thread-night">{t('cameraOff')}</p>
      )}
      {!state.media && (
        <div className="absolute inset-0 grid content-center justify-items-center gap-3 p-6 text-center">
          <p>{state.error === 'devices' ? t('devicesRefused') : t('allowDevices')}</p>
          {state.error === 'devices' && (
            <Button onClick={onOpenMedia} className="text-on-video hover:text-ink">
              {t('tryAgain')}
            </Button>
          )}
        </div>
      )}
      <div className="absolute start-3.5 top-3.5 flex gap-2">
        <LiveBadge live={isLive} />
        {children}
      </div>
    </div>
  )
}

type ControlsProps = {
  state: BroadcastState
  isLive: boolean
  isStarting: boolean
  isEnding: boolean
  onToggleCamera: () => void
  onToggleMicrophone: () => void
  onStart: () => void
  onEnd: () => void
}

/** Camera, microphone, Start and End; fixed to the foot of the screen on phones. */
export function StudioControls(props: ControlsProps) {
  const { state, isLive, isStarting, isEnding } = props
  const t = useTranslations('studio')
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-(--gutter) py-2.5 lg:static lg:border-0 lg:bg-transparent lg:p-0">
      <IconButton
        variant="line"
        label={t(state.hasCamera ? 'turnCameraOff' : 'turnCameraOn')}
        onClick={props.onToggleCamera}
      >
        {state.hasCamera ? <Video aria-hidden /> : <VideoOff aria-hidden />}
      </IconButton>
      <IconButton
        variant="line"
        label={t(state.hasMicrophone ? 'turnMicrophoneOff' : 'turnMicrophoneOn')}
        onClick={props.onToggleMicrophone}
      >
        {state.hasMicrophone ? <Mic aria-hidden /> : <MicOff aria-hidden />}
      </IconButton>
      <span className="flex-1" />
      {isLive ? (
        <Button variant="danger" pending={isEnding} pendingText={t('ending')} onClick={props.onEnd}>
          <Square aria-hidden /> {t('endStream')}
        </Button>
      ) : (
        <Button variant="action" pending={isStarting} pendingText={t('starting')} onClick={props.onStart}>
          <Radio aria-hidden /> {t('startStream')}
        </Button>
      )}
    </div>
  )
}

/** What is wrong with the connection, if anything. */
export function StudioAlert({ error }: { error: LiveError | null }) {
  const text = useLiveErrorText(error)
  return text ? <Alert>{text}</Alert> : null
}

function useLiveErrorText(error: LiveError | null): string | null {
  const t = useTranslations('liveErrors')
  switch (error) {
    case null:
      return null
    case 'socket':
      return t('socket')
    case 'socketInit':
      return t('socketInit')
    case 'peerInit':
      return t('peerInit')
    case 'offer':
      return t('offer')
    case 'answer':
      return t('answer')
    case 'candidate':
      return t('candidate')
    case 'devices':
      return t('devices')
    case 'takenOver':
      return t('takenOver')
    case 'refused':
      return t('refused')
    default:
      return error satisfies never
  }
}
