import { Maximize2 } from '#web/ui/icons/maximize-2.tsx'
import { Pause } from '#web/ui/icons/pause.tsx'
import { Play } from '#web/ui/icons/play.tsx'
import { VideoOff } from '#web/ui/icons/video-off.tsx'
import { Volume2 } from '#web/ui/icons/volume-2.tsx'
import { VolumeX } from '#web/ui/icons/volume-x.tsx'
import { X } from '#web/ui/icons/x.tsx'
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link, useLocation } from 'wouter'
import { closeMini } from '#web/features/media/shared/playback/mini-playback.ts'
import { type Playback } from '#web/features/media/shared/playback/mini-store.ts'
import { isPlayerKey, isWithin } from '#web/features/media/shared/playback/page-keys.ts'
import { VideoSurface } from '#web/features/media/shared/playback/video-surface.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

/** The playback of the page before, in a corner, above the navigation of phones. Esc within it closes it. */
export function MiniPlayer({ playback }: { playback: Playback }) {
  const t = useTranslations('miniPlayer')
  const { element, url, title, isLive } = playback
  const isPaused = useMediaState(element, () => element.paused)
  const isMuted = useMediaState(element, () => element.muted)
  const isPictureOff = useIsPictureOff(playback)
  const frame = useRef<HTMLElement>(null)
  const toggle = () => togglePaused(playback)
  const mute = () => toggleMuted(element)
  useKeys(frame, { url, element, isLive, toggle, mute })
  return (
    <aside
      ref={frame}
      data-player
      data-mini-player
      tabIndex={-1}
      aria-label={t('miniPlayer')}
      className="fixed end-3 bottom-[calc(84px+env(safe-area-inset-bottom)+var(--tray-height,0px))] z-20 w-52 overflow-hidden rounded-card bg-thread-night text-on-video shadow-float outline-none md:end-5 md:bottom-[calc(20px+var(--tray-height,0px))] md:w-80 forced-colors:border"
    >
      <Link href={url} aria-label={t('expandTitle', { title })} className="relative block -outline-offset-3">
        <VideoSurface
          element={element}
          className="aspect-video [&>video]:size-full [&>video]:object-contain"
        />
        {isPictureOff && (
          <span className="absolute inset-0 grid content-center justify-items-center gap-2 bg-thread-night text-small font-semibold">
            <VideoOff aria-hidden className="size-6 stroke-[1.9]" />
            {t('cameraOff')}
          </span>
        )}
      </Link>
      <div className="flex items-center">
        <IconButton variant="video" label={t(isPaused ? 'play' : 'pause')} onClick={toggle}>
          {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        </IconButton>
        <IconButton variant="video" label={t(isMuted ? 'unmute' : 'mute')} onClick={mute}>
          {isMuted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
        </IconButton>
        <p dir="auto" className="min-w-0 flex-1 truncate px-2 text-small font-semibold">
          {title}
        </p>
        <ExpandButton url={url} />
        <IconButton variant="video" label={t('close')} onClick={closeMini}>
          <X aria-hidden />
        </IconButton>
      </div>
    </aside>
  )
}

function ExpandButton({ url }: { url: string }) {
  const t = useTranslations('miniPlayer')
  const [, navigate] = useLocation()
  return (
    <IconButton variant="video" label={t('expand')} onClick={() => navigate(url)} className="max-md:hidden">
      <Maximize2 aria-hidden />
    </IconButton>
  )
}

type Keys = {
  url: string
  element: HTMLVideoElement
  /** A live stream is not sought. */
  isLive: boolean
  toggle: () => void
  mute: () => void
}

/**
 * I opens the page again, as on the page it opens the mini player; K, J, L and M are those of the page, and so are the arrows while
 * the focus is in the mini player, and space while none of its buttons has it. Esc within it closes it.
 */
function useKeys(frame: RefObject<HTMLElement | null>, { url, element, isLive, toggle, mute }: Keys): void {
  const [, navigate] = useLocation()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (!(target instanceof Element) || ctrlKey || metaKey || altKey || event.defaultPrevented) return
    if (key === 'Escape' && frame.current?.contains(target)) return closeMini()
    if (!isPlayerKey(target, frame.current)) return
    const letter = key.toLowerCase()
    if (letter === 'i') navigate(url)
    else if (letter === 'm') mute()
    else if (letter === 'k' || (key === ' ' && target === frame.current)) toggle()
    else if (!isLive && isSeek(letter, isWithin(target, frame.current)))
      seekBy(element, SEEK_SECONDS[letter] ?? 0)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event)
    // After the listeners of the document: a player of the page comes first.
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

function togglePaused({ element, isLive }: Playback): void {
  if (element.paused) element.play().catch((error: unknown) => console.warn('playing was refused', error))
  else element.pause()
  // A live stream that is received anew while it is paused stays paused.
  if (isLive) element.autoplay = !element.paused
}

function toggleMuted(element: HTMLVideoElement): void {
  // Sound that is switched on is audible.
  if (element.muted && element.volume === 0) element.volume = 0.5
  element.muted = !element.muted
}

function seekBy(element: HTMLVideoElement, seconds: number): void {
  element.currentTime += seconds
}

const SEEK_SECONDS: Record<string, number> = { j: -10, l: 10, arrowleft: -5, arrowright: 5 }
const isSeek = (letter: string, isInFrame: boolean) =>
  letter in SEEK_SECONDS && (isInFrame || !letter.startsWith('arrow'))

/** Returns a property of the element that playing, pausing or muting changes. */
function useMediaState(element: HTMLVideoElement, read: () => boolean): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      for (const type of EVENTS) element.addEventListener(type, listener)
      return () => {
        for (const type of EVENTS) element.removeEventListener(type, listener)
      }
    },
    [element],
  )
  return useSyncExternalStore(subscribe, read)
}

const EVENTS = ['play', 'pause', 'ended', 'volumechange'] as const

function useIsPictureOff({ picture = ALWAYS_ON }: Playback): boolean {
  return useSyncExternalStore(picture.subscribe, picture.isOff)
}

const ALWAYS_ON = { isOff: () => false, subscribe: () => () => {} }
