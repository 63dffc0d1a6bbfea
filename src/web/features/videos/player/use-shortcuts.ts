import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { formatDuration } from '#web/lib/format/duration.ts'
import { type Shortcut, shortcutOf } from './shortcuts.ts'
import type { VideoSession } from './session/video-session.ts'

type View = {
  onFullscreen: () => void
  onTheatre: () => void
  onMini: () => void
  onHelp: () => void
  /** Shows and announces what a key has done. */
  onFeedback: (text: string) => void
}

/** Handles the player's keys on the whole page. */
export function useShortcuts(session: VideoSession, frame: RefObject<HTMLElement | null>, view: View): void {
  const describe = useDescription(session)
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event, frame.current)
    if (!shortcut) return
    event.preventDefault()
    run(shortcut, session, view)
    const text = describe(shortcut)
    if (text !== null) view.onFeedback(text)
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function run(shortcut: Shortcut, session: VideoSession, view: View): void {
  const { isMuted, volume, duration } = session.state.get()
  switch (shortcut.kind) {
    case 'play':
      return session.togglePlay()
    case 'seekBy':
      return session.seekBy(shortcut.seconds)
    case 'seekTo':
      return session.seek(shortcut.fraction * duration)
    case 'volumeBy':
      return session.setVolume((isMuted ? 0 : volume) + shortcut.change)
    case 'frame':
      return session.stepFrame(shortcut.direction)
    case 'speed':
      return session.stepSpeed(shortcut.direction)
    case 'mute':
      return session.toggleMuted()
    case 'captions':
      return session.toggleCaptions()
    case 'fullscreen':
      return view.onFullscreen()
    case 'theatre':
      return view.onTheatre()
    case 'mini':
      return view.onMini()
    case 'help':
      return view.onHelp()
    default:
      return shortcut satisfies never
  }
}

/** Describes the change that a shortcut made; null where the change is visible. */
function useDescription(session: VideoSession): (shortcut: Shortcut) => string | null {
  const t = useTranslations('videoPlayer')
  const format = useFormatter()
  return ({ kind }) => {
    const { volume, isMuted, speed, captions, time } = session.state.get()
    switch (kind) {
      case 'seekBy':
      case 'seekTo':
        return formatDuration(Math.floor(time))
      case 'volumeBy':
      case 'mute':
        return isMuted ? t('muted') : format.number(volume, { style: 'percent' })
      case 'speed':
        return t('times', { speed })
      case 'captions':
        return captions === null ? t('captionsOff') : t('captionsOn')
      default:
        return null
    }
  }
}
