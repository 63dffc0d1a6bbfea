import { Settings2 } from '#web/ui/icons/settings-2.tsx'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { Quality } from '#shared/live/live.ts'
import type { Store } from '#web/lib/store.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { type ShownLayer, useQualityName } from './quality-name.ts'
import type { DataUsageState } from '#web/features/live/live/connection/data-usage.ts'
import { useFeedback } from '#web/features/media/shared/playback/use-feedback.ts'
import { useLiveKeys } from './use-live-keys.ts'
import type { Sound } from './use-playback.ts'
import { useFullscreen } from '#web/features/media/shared/playback/use-fullscreen.ts'
import { useShortcutsHelp } from '#web/features/media/shared/playback/use-shortcuts-help.tsx'
import type { ShortcutRows } from '#web/features/media/shared/playback/shortcuts-dialog.tsx'
import type { Theatre } from '#web/features/media/shared/playback/use-theatre.ts'
import { ViewButtons } from '#web/features/media/shared/playback/view-buttons.tsx'
import { VolumeControl } from '#web/features/media/shared/playback/volume-control.tsx'

export type QualityProps = {
  quality: Quality
  shown: ShownLayer
  hasLow: boolean
  dataUsage: Store<DataUsageState>
  onQuality: (quality: Quality) => void
}

type PlayerControlsProps = QualityProps & {
  sound: Sound
  isAlwaysShown: boolean
  onToggleMuted: () => void
  onVolume: (volume: number) => void
  frame: { readonly current: HTMLElement | null }
  getVideo: () => HTMLVideoElement | null
  theatre: Theatre | null
  onChat?: (() => void) | undefined
}

/** The player's keys, and volume, quality and where the video is shown, at the bottom of the video. */
export function PlayerControls({
  sound: { volume, isMuted },
  isAlwaysShown,
  onToggleMuted,
  onVolume,
  frame,
  getVideo,
  theatre,
  onChat,
  ...qualityProps
}: PlayerControlsProps) {
  const t = useTranslations('player')
  const format = useFormatter()
  const { feedback, showFeedback } = useFeedback()
  const { isFullscreen, toggleFullscreen } = useFullscreen(frame)
  const changeVolume = (change: number) => {
    const changed = Math.min(1, Math.max(0, (isMuted ? 0 : volume) + change))
    onVolume(changed)
    showFeedback(changed === 0 ? t('muted') : format.number(changed, { style: 'percent' }))
  }
  const toggleMuted = () => {
    onToggleMuted()
    showFeedback(t(isMuted ? 'soundOn' : 'muted'))
  }
  const help = useShortcutsHelp(useKeyRows({ hasTheatre: theatre !== null, hasChat: onChat !== undefined }))
  useLiveKeys(frame, {
    onToggleMuted: toggleMuted,
    onFullscreen: toggleFullscreen,
    onVolume: changeVolume,
    onTheatre: theatre?.toggle,
    onChat,
    onHelp: help.open,
  })
  return (
    <>
      <output
        className={`pointer-events-none absolute inset-x-0 top-1/4 z-10 mx-auto w-fit rounded-control bg-video-plate px-3 py-1.5 font-semibold ${feedback ? '' : 'opacity-0'}`}
      >
        {feedback}
      </output>
      <div
        className={`absolute inset-x-0 bottom-0 z-10 flex flex-wrap items-center justify-end gap-1 bg-linear-to-t from-thread-night/75 to-transparent ps-2 pe-[calc(8px+var(--player-inset,0px))] pt-8 pb-2 transition-opacity md:rounded-b-card landscape-phone:rounded-none duration-(--dur-2) focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100 ${isAlwaysShown ? '' : 'opacity-0'}`}
      >
        <div className="me-auto">
          <VolumeControl
            volume={volume}
            isMuted={isMuted}
            onToggleMuted={onToggleMuted}
            onVolume={onVolume}
          />
        </div>
        <QualityButton {...qualityProps} />
        <ViewButtons
          getVideo={getVideo}
          isFullscreen={isFullscreen}
          onFullscreen={toggleFullscreen}
          theatre={theatre}
        />
      </div>
      {help.dialog}
    </>
  )
}

function useKeyRows({ hasTheatre, hasChat }: { hasTheatre: boolean; hasChat: boolean }): ShortcutRows {
  const t = useTranslations('player')
  const common = useTranslations('playback')
  return [
    [common('keyMute'), ['M']],
    [common('keyVolume'), ['↑', '↓']],
    [common('keyFullscreen'), ['F']],
    ...(hasTheatre ? [[common('keyTheatre'), ['T']] as const] : []),
    ...(hasChat ? [[t('keyChat'), ['C']] as const] : []),
    [common('keyHelp'), ['?']],
  ]
}

function QualityButton(qualityProps: QualityProps) {
  const t = useTranslations('player')
  const name = useQualityName(qualityProps.quality, qualityProps.shown)
  const { Component: QualityMenu, isLoading, load } = useLazyComponent(loadQualityMenu)
  const buttonProps = {
    'aria-haspopup': 'menu',
    'aria-label': t('qualityNow', { quality: name }),
    className:
      'inline-flex min-h-(--tap) items-center gap-2 rounded-control px-2.5 text-small font-semibold text-on-video hover:bg-on-video/15 [&_svg]:size-6 [&_svg]:stroke-[1.9]',
    children: (
      <>
        <Settings2 aria-hidden /> {name}
      </>
    ),
  } as const
  if (QualityMenu)
    return <QualityMenu {...qualityProps} trigger={<button type="button" {...buttonProps} />} />
  return (
    <button
      type="button"
      {...buttonProps}
      aria-expanded={false}
      aria-busy={isLoading}
      onClick={() => void load()}
    />
  )
}

const loadQualityMenu = async () => (await import('./quality-menu.tsx')).QualityMenu
