import { MonitorUp } from '#web/ui/icons/monitor-up.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { PHONE_PLAYER_CLASS, PlayerTopRow } from '#web/features/media/shared/playback/player-top-row.tsx'
import { LiveBadge, RecordingBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { BroadcastSessionState } from './broadcast-session.ts'
import { MissingDeviceNotice } from './missing-device.tsx'
import { canOpenDevices } from '#web/features/live/live/media/open-devices.ts'
import { SelfView } from './self-view.tsx'
import type { BroadcastLocation } from './use-broadcast.ts'

type StudioPreviewProps = {
  state: BroadcastSessionState
  location: BroadcastLocation
  isLive: boolean
  isRecording: boolean
  onOpenMedia: () => void
  /** Tries again to open the one device that is missing. */
  onRetryDevices: () => void
  onTakeOver: () => void
  /** Further badges. */
  children: ReactNode
}

/** The broadcaster's own video, always muted, and mirrored unless it is a screen. */
export function StudioPreview(props: StudioPreviewProps) {
  const { state, location, isLive, isRecording, children } = props
  const t = useTranslations('studio')
  return (
    <div
      className={`relative isolate aspect-video w-full overflow-hidden bg-thread-night text-on-video md:rounded-card ${PHONE_PLAYER_CLASS}`}
    >
      <SelfView
        media={state.media}
        label={t(state.isSharingScreen ? 'previewOfScreen' : 'preview')}
        isMirrored={!state.isSharingScreen}
      />
      {location === 'here' ? <DeviceOverlay {...props} /> : <ElsewhereOverlay {...props} />}
      <PlayerTopRow>
        <LiveBadge live={isLive} />
        {children}
        {isRecording && <RecordingBadge />}
      </PlayerTopRow>
      {state.isBroadcasting && !state.isPeerConnected && (
        <output className="absolute start-3.5 bottom-3.5 flex items-center gap-2 rounded-tag bg-video-plate px-2.5 py-1.5 text-small landscape-phone:bottom-18">
          <Spinner /> {t('connecting')}
        </output>
      )}
    </div>
  )
}

function DeviceOverlay({ state, onOpenMedia, onRetryDevices }: StudioPreviewProps) {
  const t = useTranslations('studio')
  if (!state.media && !canOpenDevices()) return <Overlay>{t('devicesUnsupported')}</Overlay>
  if (!state.media)
    return (
      <Overlay>
        <p>{state.error === 'devices' ? t('devicesRefused') : t('allowDevices')}</p>
        {state.error === 'devices' && (
          <Button onClick={onOpenMedia} className="text-on-video hover:text-ink">
            {t('tryAgain')}
          </Button>
        )}
      </Overlay>
    )
  const missing = state.missing === 'camera' && state.isSharingScreen ? null : state.missing
  if (missing) return <MissingDeviceNotice missing={missing} onRetry={onRetryDevices} />
  if (state.isCameraOn || state.isSharingScreen) return null
  return (
    <p className="absolute inset-0 grid place-items-center bg-thread-night player-plate text-center">
      <span>{t('cameraOff')}</span>
    </p>
  )
}

/** Another window broadcasts: the user has to confirm taking over. */
function ElsewhereOverlay({ location, onTakeOver }: StudioPreviewProps) {
  const t = useTranslations('studio')
  if (location !== 'elsewhere')
    return (
      <Overlay>
        <Spinner />
      </Overlay>
    )
  return (
    <Overlay>
      <MonitorUp aria-hidden className="size-7 stroke-[1.9]" />
      <output>{t('liveElsewhere')}</output>
      <Button variant="action" onClick={onTakeOver}>
        {t('takeOver')}
      </Button>
    </Overlay>
  )
}

function Overlay({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 grid content-center justify-items-center gap-3 bg-thread-night player-plate text-center">
      {children}
    </div>
  )
}
