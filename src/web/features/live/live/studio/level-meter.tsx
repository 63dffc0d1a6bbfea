import { useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { useAudioLevel } from '#web/features/live/live/media/use-audio-level.ts'

/** Thresholds in percent: loud enough to be understood, and too loud. */
const GOOD = 45
const LOUD = 95

/** Shows the current level of the microphone. */
export function LevelMeter({ track }: { track: MediaStreamTrack | null }) {
  const t = useTranslations('studio')
  const meter = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  // Ten updates per second are too many for React renders.
  useAudioLevel(track, (level) => {
    const percent = Math.round(level * 100)
    meter.current?.setAttribute('aria-valuenow', String(percent))
    if (!bar.current) return
    bar.current.style.inlineSize = `${percent}%`
    bar.current.dataset['zone'] = percent >= LOUD ? 'loud' : percent >= GOOD ? 'good' : 'low'
  })
  return (
    <div
      ref={meter}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the bar of a native meter cannot be styled
      role="meter"
      aria-label={t('level')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      className="h-2.5 overflow-hidden rounded-full bg-sunken forced-colors:border"
    >
      <div
        ref={bar}
        className="h-full w-0 rounded-full bg-line-strong transition-[inline-size] duration-100 data-[zone=good]:bg-success data-[zone=loud]:bg-danger forced-colors:bg-[Highlight]"
      />
    </div>
  )
}
