import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useFullscreen } from '#web/features/media/shared/playback/use-fullscreen.ts'
import {
  PHONE_PLAYER_CLASS,
  PlayerTopRow,
  WIDE_PLAYER_CLASS,
} from '#web/features/media/shared/playback/player-top-row.tsx'
import type { Theatre } from '#web/features/media/shared/playback/use-theatre.ts'
import { useShortcutsHelp } from '#web/features/media/shared/playback/use-shortcuts-help.tsx'
import { VideoSurface } from '#web/features/media/shared/playback/video-surface.tsx'
import { PlayerControls } from './player-controls.tsx'
import { PlayerOverlays } from './player-overlays.tsx'
import { useFeedback } from '#web/features/media/shared/playback/use-feedback.ts'
import { useShortcutRows } from './use-shortcut-rows.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { usePlayerState } from './session/use-video-session.ts'
import { useVisibleControls } from './use-visible-controls.ts'
import type { VideoSession } from './session/video-session.ts'

declare module 'react' {
  interface CSSProperties {
    /** Width by height, of a player. */
    '--player-ratio'?: number
  }
}

type VideoPlayerProps = {
  session: VideoSession
  /** Null where the page has no theatre mode. */
  theatre?: Theatre | null
  /** Leaves the page for the mini player; null where there is none. */
  onMini?: (() => void) | null
  /** Fills its parent instead of keeping the aspect ratio of the video. */
  fills?: boolean
}

/** A stored video with its controls. Its keyboard shortcuts work on the whole page. */
export function VideoPlayer({ session, theatre = null, onMini = null, fills = false }: VideoPlayerProps) {
  const t = useTranslations('videoPlayer')
  const frame = useRef<HTMLDivElement>(null)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const { feedback, showFeedback } = useFeedback()
  const { isFullscreen, toggleFullscreen } = useFullscreen(frame)
  const { isActive, frameHandlers, surfaceHandlers } = useVisibleControls(session, {
    onSeek: (seconds) => showFeedback(t('seconds', { seconds })),
    onDoubleClick: toggleFullscreen,
    // The player handles the arrow keys, Home and End only while it has the focus.
    onPress: () => frame.current?.focus({ preventScroll: true }),
  })
  const help = useShortcutsHelp(useShortcutRows())
  const { phase, isPaused } = usePlayerState(session, (state) => state)
  useShortcuts(session, frame, {
    onFullscreen: toggleFullscreen,
    onTheatre: () => theatre?.toggle(),
    onMini: () => onMini?.(),
    onHelp: help.open,
    onFeedback: showFeedback,
  })
  useEffect(() => session.element.setAttribute('aria-label', t('video', { title: session.video.title })))
  const sizeClass = fills ? 'h-full' : `md:rounded-card ${WIDE_PLAYER_CLASS} ${PHONE_PLAYER_CLASS}`
  const isShown = isActive || isPaused || isMenuOpen || phase === 'loading'
  return (
    <section
      ref={frame}
      data-player
      tabIndex={-1}
      aria-label={t('player')}
      style={fills ? undefined : frameStyle(session)}
      className={`relative z-[1] w-full bg-thread-night text-on-video outline-none fullscreen:max-h-none fullscreen:rounded-none ${sizeClass} ${isShown ? '' : 'cursor-none'}`}
      {...frameHandlers}
    >
      <div
        className={`absolute inset-0 isolate overflow-hidden ${fills ? '' : 'md:rounded-card landscape-phone:rounded-none'}`}
        {...surfaceHandlers}
      >
        <VideoSurface
          element={session.element}
          className="absolute inset-0 [&>video]:size-full [&>video]:object-contain [&>video]:[object-position:var(--player-position,center)]"
        />
      </div>
      <PlayerTopRow isShown={isShown || phase === 'poster' || phase === 'failed'} />
      <PlayerOverlays session={session} />
      <output
        className={`pointer-events-none absolute inset-x-0 top-1/4 z-10 mx-auto w-fit rounded-control bg-video-plate px-3 py-1.5 font-semibold ${feedback ? '' : 'opacity-0'}`}
      >
        {feedback}
      </output>
      {(phase === 'ready' || phase === 'loading') && (
        <PlayerControls
          session={session}
          isShown={isShown}
          isFullscreen={isFullscreen}
          onFullscreen={toggleFullscreen}
          theatre={theatre}
          onMenuOpenChange={setIsMenuOpen}
        />
      )}
      {help.dialog}
    </section>
  )
}

/** Keeps the aspect ratio of the video. An upright one has bars: the controls need some width. */
function frameStyle({ video: { width, height } }: VideoSession): CSSProperties {
  const [wide, high] = width && height ? [width, height] : [16, 9]
  return { aspectRatio: `${wide} / ${high}`, '--player-ratio': Math.max(1, wide / high) }
}
