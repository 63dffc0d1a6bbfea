import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { Logo } from '#web/ui/logo.tsx'

type EmbedFrameProps = {
  /** Of the video or stream. */
  title: string
  /** Path of its page on this site. */
  href: string
  /** Shown beside the title. */
  badge?: ReactNode
  children: ReactNode
}

/**
 * A player that fills a frame on another site. Its title opens the page in a new tab; while the player plays it is shown
 * on hover and focus.
 */
export function EmbedFrame({ title, href, badge, children }: EmbedFrameProps) {
  usePageTitle(title)
  const t = useTranslations('embed')
  const site = useSite()['general.siteName']
  const { main, isPlaying } = useIsPlaying()
  return (
    <main
      ref={main}
      className="group/embed relative grid h-dvh place-items-center overflow-hidden bg-thread-night text-on-night"
    >
      <h1 className="sr-only">{title}</h1>
      {children}
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        className={`absolute inset-x-0 top-0 z-20 flex min-h-12 items-center gap-2 bg-video-plate pe-3.5 text-small font-semibold text-on-video underline-offset-[3px] transition-opacity hover:underline focus-visible:-outline-offset-3 focus-visible:opacity-100 group-hover/embed:opacity-100 motion-reduce:transition-none ${isPlaying ? 'opacity-0' : ''}`}
      >
        <Logo className="justify-center" />
        <bdi className="min-w-0 truncate">{title}</bdi>
        <span className="sr-only">{t('open', { site })}</span>
        {badge}
      </a>
    </main>
  )
}

/** Shown in the frame instead of a player. */
export function EmbedMessage({ title, text }: { title: string; text?: string }) {
  const t = useTranslations('embed')
  usePageTitle(title)
  const site = useSite()['general.siteName']
  return (
    <main className="grid h-dvh content-center justify-items-center gap-3 bg-thread-night p-6 text-center text-on-night">
      <h1 className="font-display text-card font-extrabold">{title}</h1>
      {text && <p className="max-w-[40ch] text-small">{text}</p>}
      <a href="/" target="_blank" rel="noreferrer" className="tap-area text-small font-semibold underline">
        {t('open', { site })}
      </a>
    </main>
  )
}

/** Whether a media element in the frame plays. */
function useIsPlaying() {
  const main = useRef<HTMLElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  useEffect(() => {
    const element = main.current
    if (!element) return
    const listeners = new AbortController()
    // Media events do not bubble.
    const options = { capture: true, signal: listeners.signal }
    element.addEventListener('playing', () => setIsPlaying(true), options)
    for (const event of ['pause', 'ended', 'emptied'])
      element.addEventListener(event, () => setIsPlaying(false), options)
    return () => listeners.abort()
  }, [])
  return { main, isPlaying }
}
