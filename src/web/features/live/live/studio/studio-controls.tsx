import { Mic } from '#web/ui/icons/mic.tsx'
import { MicOff } from '#web/ui/icons/mic-off.tsx'
import { MonitorOff } from '#web/ui/icons/monitor-off.tsx'
import { MonitorUp } from '#web/ui/icons/monitor-up.tsx'
import { Radio } from '#web/ui/icons/radio.tsx'
import { Settings2 } from '#web/ui/icons/settings-2.tsx'
import { Square } from '#web/ui/icons/square.tsx'
import { Video } from '#web/ui/icons/video.tsx'
import { VideoOff } from '#web/ui/icons/video-off.tsx'
import { type ReactNode, type Ref, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { usePhoneLayout } from '#web/lib/hooks/use-phone-layout.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { BroadcastSession, BroadcastSessionState } from './broadcast-session.ts'

type StudioControlsProps = {
  /** The row; on phones the page reserves its height. */
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
  /** Called when the broadcaster has confirmed the end. */
  onEnd: () => void
}

/**
 * The row of controls and its dialogs, apart: the row changes its place with the layout, and a phone that is turned must not
 * close a dialog.
 */
export function useStudioControls(props: StudioControlsProps): { controls: ReactNode; dialogs: ReactNode } {
  const t = useTranslations('studio')
  const { Component: Settings, isLoading, load } = useLazyComponent(loadSettings)
  const [hasSettings, setHasSettings] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  return {
    controls: (
      <StudioControls
        {...props}
        onSettings={() => void load().then(setHasSettings)}
        isLoadingSettings={isLoading}
        onAskEnd={() => setIsAsking(true)}
      />
    ),
    dialogs: (
      <>
        {Settings && (
          <Settings
            state={props.hasDevices ? props.state : null}
            encoder={props.encoder}
            open={hasSettings}
            onOpenChange={setHasSettings}
          />
        )}
        {/* An end cannot be taken back for those who watch. */}
        <ConfirmDialog
          open={isAsking && props.isLive}
          onOpenChange={setIsAsking}
          title={t('endTitle')}
          description={t('endText')}
          confirm={t('endStream')}
          cancel={t('keepStreaming')}
          danger={<Square aria-hidden />}
          pending={props.isEnding}
          onConfirm={props.onEnd}
        />
      </>
    ),
  }
}

type RowProps = StudioControlsProps & {
  onSettings: () => void
  isLoadingSettings: boolean
  onAskEnd: () => void
}

/**
 * Camera, microphone, screen, settings, Start and End in one row. On phones it is the last of the screen, and in landscape on
 * the video; a keyboard leaves a small phone no room for it.
 */
function StudioControls({ ref, onSettings, isLoadingSettings, onAskEnd, ...props }: RowProps) {
  const { isLive, isStarting, isEnding, hasDevices } = props
  const t = useTranslations('studio')
  const isOnVideo = usePhoneLayout() === 'landscape'
  return (
    <div
      ref={ref}
      data-theme={isOnVideo ? 'dark' : undefined}
      className={`flex flex-wrap items-center gap-2 text-ink landscape-phone:absolute landscape-phone:start-2 landscape-phone:z-[12] landscape-phone:ms-[env(safe-area-inset-left)] landscape-phone:rounded-control landscape-phone:bg-bg/85 landscape-phone:p-1.5 ${hasDevices ? 'landscape-phone:bottom-2' : 'landscape-phone:bottom-16'} phone:gap-1 portrait-phone:sticky portrait-phone:bottom-0 portrait-phone:z-[13] portrait-phone:border-t portrait-phone:border-line portrait-phone:bg-surface portrait-phone:px-(--gutter) portrait-phone:pt-1.5 portrait-phone:pb-[max(6px,env(safe-area-inset-bottom))] portrait-phone:[@media(height<30rem)]:group-has-[input:focus]/watch:hidden`}
    >
      {hasDevices && <DeviceControls {...props} />}
      <IconButton
        variant="line"
        label={t('settings')}
        aria-haspopup="dialog"
        aria-busy={isLoadingSettings}
        onClick={onSettings}
      >
        <Settings2 aria-hidden />
      </IconButton>
      {isLive ? (
        <Button
          variant="dangerLine"
          aria-haspopup="dialog"
          pending={isEnding}
          onClick={onAskEnd}
          className="phone:ms-auto phone:px-3"
        >
          <Square aria-hidden className="max-sm:hidden" /> {t('endStream')}
        </Button>
      ) : (
        <Button
          variant="action"
          pending={isStarting}
          pendingText={t('starting')}
          onClick={props.onStart}
          className="phone:grow phone:px-2"
        >
          <Radio aria-hidden className="max-sm:hidden" /> {t('startStream')}
        </Button>
      )}
    </div>
  )
}

function DeviceControls({ session, state }: Pick<StudioControlsProps, 'session' | 'state'>) {
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

const loadSettings = async () => (await import('./studio-settings.tsx')).StudioSettings
