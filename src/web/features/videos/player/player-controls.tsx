import { Captions } from '#web/ui/icons/captions.tsx'
import { Pause } from '#web/ui/icons/pause.tsx'
import { Play } from '#web/ui/icons/play.tsx'
import { RotateCcw } from '#web/ui/icons/rotate-ccw.tsx'
import { Settings2 } from '#web/ui/icons/settings-2.tsx'
import { useTranslations } from 'use-intl/react'
import { formatDuration } from '#web/lib/format/duration.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MenuButton } from './menu-button.tsx'
import { SeekBar } from './seek-bar.tsx'
import { usePlayerState } from './session/use-video-session.ts'
import type { VideoSession } from './session/video-session.ts'
import type { Theatre } from '#web/features/media/shared/playback/use-theatre.ts'
import { ViewButtons } from '#web/features/media/shared/playback/view-buttons.tsx'
import { VolumeControl } from '#web/features/media/shared/playback/volume-control.tsx'

export type PlayerControlsProps = {
  session: VideoSession
  isShown: boolean
  isFullscreen: boolean
  onFullscreen: () => void
  /** Null where the page has no theatre mode. */
  theatre: Theatre | null
  onMenuOpenChange: (isOpen: boolean) => void
}

/** The controls at the bottom of the video. Hidden ones stay reachable by keyboard, and appear with the focus. */
export function PlayerControls(props: PlayerControlsProps) {
  const { session, isShown, onMenuOpenChange } = props
  const t = useTranslations('videoPlayer')
  const { captions } = usePlayerState(session, (state) => state)
  return (
    <div
      className={`absolute inset-x-0 bottom-0 z-10 bg-linear-to-t from-thread-night/85 to-transparent ps-2 pe-[calc(8px+var(--player-inset,0px))] pt-10 pb-1 transition-opacity duration-(--dur-2) focus-within:opacity-100 md:rounded-b-card landscape-phone:rounded-none ${isShown ? '' : 'opacity-0 focus-within:pointer-events-auto pointer-coarse:pointer-events-none'}`}
    >
      <div className="px-1.5">
        <SeekBar session={session} />
      </div>
      <div className="flex items-center">
        <PlayButton session={session} />
        <Volume session={session} />
        <Time session={session} />
        {session.video.captions.length > 0 && (
          <MenuButton
            session={session}
            label={t('captions')}
            isOn={captions !== null}
            loadMenu={loadCaptionsMenu}
            onOpenChange={onMenuOpenChange}
          >
            <Captions aria-hidden />
          </MenuButton>
        )}
        <MenuButton
          session={session}
          label={t('settings')}
          loadMenu={loadSettingsMenu}
          onOpenChange={onMenuOpenChange}
        >
          <Settings2 aria-hidden />
        </MenuButton>
        <ViewButtons {...props} getVideo={() => session.element} />
      </div>
    </div>
  )
}

function PlayButton({ session }: { session: VideoSession }) {
  const t = useTranslations('videoPlayer')
  const { isPaused, hasEnded } = usePlayerState(session, (state) => state)
  const Icon = hasEnded ? RotateCcw : isPaused ? Play : Pause
  return (
    <IconButton
      variant="video"
      label={t(hasEnded ? 'replay' : isPaused ? 'play' : 'pause')}
      onClick={() => session.togglePlay()}
    >
      <Icon aria-hidden />
    </IconButton>
  )
}

function Volume({ session }: { session: VideoSession }) {
  const { volume, isMuted } = usePlayerState(session, (state) => state)
  return (
    <VolumeControl
      volume={volume}
      isMuted={isMuted}
      onToggleMuted={() => session.toggleMuted()}
      onVolume={(changed) => session.setVolume(changed)}
    />
  )
}

function Time({ session }: { session: VideoSession }) {
  const { time, duration } = usePlayerState(session, (state) => state)
  return (
    // Hidden from screen readers, as the seek bar announces the same.
    <span aria-hidden dir="ltr" className="num me-auto px-2 text-small font-semibold whitespace-nowrap">
      {formatDuration(Math.floor(time))} / {formatDuration(duration)}
    </span>
  )
}

const loadCaptionsMenu = async () => (await import('./player-menus.tsx')).CaptionsMenu
const loadSettingsMenu = async () => (await import('./player-menus.tsx')).SettingsMenu
