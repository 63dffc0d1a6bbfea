import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { formatDuration } from '#web/lib/format/duration.ts'
import { Button } from '#web/ui/button.tsx'

/** A step of the slider, in seconds. */
const STEP_SECONDS = 0.1

type LocalFrameProps = {
  /** Object URL of the file. */
  url: string
  at: number | null
  onChoose: (at: number | null) => void
  onDuration: (seconds: number) => void
}

/** Shows the chosen frame of a local video file, with a slider; explains it where the browser cannot play the file. */
export function LocalFrame({ url, at, onChoose, onDuration }: LocalFrameProps) {
  const t = useTranslations('videoDetails')
  const sliderId = useId()
  const video = useRef<HTMLVideoElement>(null)
  const [duration, setDuration] = useState<number | null>(null)
  const [isUnplayable, setIsUnplayable] = useState(false)
  if (isUnplayable) return <p className="text-small text-ink-2">{t('unplayable')}</p>
  const seek = (second: number | null) => {
    if (video.current) video.current.currentTime = second ?? firstShown(duration ?? 0)
    onChoose(second)
  }
  return (
    <div className="grid gap-2">
      <video
        ref={video}
        src={url}
        muted
        playsInline
        preload="metadata"
        aria-label={t('frame')}
        className="aspect-video w-full rounded-control bg-thread-night object-contain"
        onError={() => setIsUnplayable(true)}
        onLoadedMetadata={({ currentTarget }) => {
          // Files that a browser recorded have no duration, an audio file no picture.
          if (!Number.isFinite(currentTarget.duration) || currentTarget.videoWidth === 0) {
            setIsUnplayable(true)
            return
          }
          setDuration(currentTarget.duration)
          onDuration(currentTarget.duration)
          currentTarget.currentTime = at ?? firstShown(currentTarget.duration)
        }}
      />
      {duration !== null && (
        <>
          <label htmlFor={sliderId} className="text-small font-[650]">
            {t('chooseFrame')}
          </label>
          <input
            id={sliderId}
            type="range"
            min={0}
            max={Math.floor(duration / STEP_SECONDS) * STEP_SECONDS}
            step={STEP_SECONDS}
            value={at ?? firstShown(duration)}
            aria-valuetext={formatDuration(at ?? firstShown(duration))}
            onChange={({ currentTarget }) => seek(currentTarget.valueAsNumber)}
            className="h-(--tap) w-full accent-link"
          />
          <div className="flex min-h-9 items-center justify-between gap-2 text-meta text-ink-3">
            <span className="num">
              {at === null ? t('automaticFrame') : t('frameAt', { time: formatDuration(at) })}
            </span>
            {at !== null && (
              <Button variant="ghost" size="sm" onClick={() => seek(null)}>
                {t('useAutomatic')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  )
}

/** The very first frame is often black. */
const firstShown = (duration: number) => Math.min(1, duration / 2)
