import { Mic } from '#web/ui/icons/mic.tsx'
import { MicOff } from '#web/ui/icons/mic-off.tsx'
import { MonitorOff } from '#web/ui/icons/monitor-off.tsx'
import { MonitorUp } from '#web/ui/icons/monitor-up.tsx'
import { Radio } from '#web/ui/icons/radio.tsx'
import { Settings2 } from '#web/ui/icons/settings-2.tsx'
import { Square } from '#web/ui/icons/square.tsx'
import { Video } from '#web/ui/icons/video.tsx'
import { VideoOff } from '#web/ui/icons/video-off.tsx'
import type { ReactNode, Ref } from 'react'
import { useTranslations } from 'use-intl/react'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { BroadcastSession, BroadcastSessionState } from './broadcast-session.ts'

type StudioControlsProps = {
  /** The bar; the page reserves its height where it is fixed. */
  ref?: Ref<HTMLDivElement>
  session: BroadcastSession
  state: BroadcastSessionState
  /** False while the broadcast comes from elsewhere: this page then uses no devices. */
  hasDevices: boolean
  /** The encoder's section of the settings, shown for every source of the broadcast. */
  encoder: ReactNode
  isLive: boolean
  isStarting: boolean
  isEnding: boolean
  onStart: () => void
  onEnd: () => void
}

/** Camera, microphone, screen, settings, Start and End; fixed to the bottom of the screen on phones. */
export function StudioControls({ ref, ...props }: StudioControlsProps) {
  const { isLive, isStarting, isEnding, hasDevices } = props
  const t = useTranslations('studio')
  return (
    <div
      ref={ref}
      className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-1.5 border-t border-line bg-surface px-(--gutter) py-2.5 md:gap-2 lg:static lg:border-0 lg:bg-transparent lg:p-0"
    >
      {hasDevices && <DeviceControls {...props} />}
      <SettingsButton state={hasDevices ? props.state : null} encoder={props.encoder} />
      {isLive ? (
        <Button
          variant="danger"
          pending={isEnding}
          pendingText={t('ending')}
          onClick={props.onEnd}
          className={ACTION_CLASS}
        >
          <Square aria-hidden /> {t('endStream')}
        </Button>
      ) : (
        <Button
          variant="action"
          pending={isStarting}
          pendingText={t('starting')}
          onClick={props.onStart}
          className={ACTION_CLASS}
        >
          <Radio aria-hidden /> {t('startStream')}
        </Button>
      )}
    </div>
  )
}

/** Fits beside four icon buttons on a phone; otherwise it fills a row of its own. */
const ACTION_CLASS = 'ms-auto max-md:grow max-md:px-3'

function DeviceControls({ session, state }: StudioControlsProps) {
  const t = useTranslations('studio')
  return (
    <>
      <IconButton
        variant="line"
        label={t(state.isCameraOn ? 'turnCameraOff' : 'turnCameraOn')}
        onClick={() => session.toggleCamera()}
      >
        {state.isCameraOn ? <Video aria-hidden /> : <VideoOff aria-hidden />}
      </IconButton>
      <IconButton
        variant="line"
        label={t(state.isMicrophoneOn ? 'turnMicrophoneOff' : 'turnMicrophoneOn')}
        onClick={() => session.toggleMicrophone()}
      >
        {state.isMicrophoneOn ? <Mic aria-hidden /> : <MicOff aria-hidden />}
      </IconButton>
      {canShareScreen() && <ScreenButton session={session} isSharing={state.isSharingScreen} />}
    </>
  )
}

/** False on phones, which lack `getDisplayMedia`. */
function canShareScreen(): boolean {
  const { mediaDevices }: { mediaDevices?: Partial<MediaDevices> } = navigator
  return mediaDevices?.getDisplayMedia !== undefined
}

function ScreenButton({ session, isSharing }: { session: BroadcastSession; isSharing: boolean }) {
  const t = useTranslations('studio')
  const share = () => {
    session.shareScreen().catch((error: unknown) => {
      // The user closed the browser's dialog.
      if (error instanceof DOMException && error.name === 'NotAllowedError') return
      console.warn(error)
      toast({ variant: 'destructive', title: t('shareScreenFailed') })
    })
  }
  return isSharing ? (
    <IconButton variant="soft" label={t('stopScreen')} onClick={() => session.stopScreen()}>
      <MonitorOff aria-hidden />
    </IconButton>
  ) : (
    <IconButton variant="line" label={t('shareScreen')} onClick={share}>
      <MonitorUp aria-hidden />
    </IconButton>
  )
}

function SettingsButton(props: { state: BroadcastSessionState | null; encoder: ReactNode }) {
  const t = useTranslations('studio')
  const { Component: SettingsDialog, isLoading, load } = useLazyComponent(loadSettings)
  const buttonProps = {
    variant: 'line',
    label: t('settings'),
    'aria-haspopup': 'dialog',
    children: <Settings2 aria-hidden />,
  } as const
  if (SettingsDialog) return <SettingsDialog {...props} trigger={buttonProps} />
  return <IconButton {...buttonProps} aria-busy={isLoading} onClick={() => void load()} />
}

const loadSettings = async () => (await import('./studio-settings.tsx')).StudioSettings
