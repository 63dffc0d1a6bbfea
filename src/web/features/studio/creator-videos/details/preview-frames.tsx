import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import type { PreviewStrip, Video } from '#shared/videos/videos.ts'
import { formatDuration } from '#web/lib/format/duration.ts'
import { previewTileStyle } from '#web/features/videos/shared/videos/preview-tile.ts'
import { Button } from '#web/ui/button.tsx'
import { Thumbnail } from '#web/ui/thumbnail.tsx'

/** At most this many frames are offered, spread over the video. */
const MAX_FRAMES = 24
const FRAME_WIDTH_PX = 128

type PreviewFramesProps = { video: Video; at: number | null; onChoose: (at: number | null) => void }

/** The current thumbnail of a processed video, and the frames of its preview strip to choose another one from. */
export function PreviewFrames({ video, at, onChoose }: PreviewFramesProps) {
  const t = useTranslations('videoDetails')
  const { preview, thumbnailUrl, id, state } = video
  return (
    <>
      <Thumbnail src={thumbnailUrl} seed={id} className="aspect-video w-full" />
      {preview && state === 'ready' ? (
        <Frames strip={preview} at={at} onChoose={onChoose} />
      ) : (
        <p className="text-meta text-ink-3">{t('framesUnavailable')}</p>
      )}
    </>
  )
}

type FramesProps = { strip: PreviewStrip; at: number | null; onChoose: (at: number | null) => void }

function Frames({ strip, at, onChoose }: FramesProps) {
  const t = useTranslations('videoDetails')
  const name = useId()
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-small font-[650]">{t('chooseFrame')}</legend>
      <div className="flex gap-2 overflow-x-auto p-1">
        {framesOf(strip).map((tile) => {
          const second = tile * strip.interval
          return (
            <label
              key={tile}
              className="relative flex-none cursor-pointer overflow-hidden rounded-control outline-offset-2 has-checked:outline-3 has-checked:outline-action-edge has-focus-visible:outline-3 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                className="absolute inset-0 cursor-pointer opacity-0"
                aria-label={t('frameAt', { time: formatDuration(second) })}
                checked={at === second}
                onChange={() => onChoose(second)}
              />
              <span
                aria-hidden
                className="block bg-thread-night"
                style={previewTileStyle(strip, tile, FRAME_WIDTH_PX / strip.tileWidth)}
              />
              <span className="num absolute end-1 bottom-1 rounded-tag bg-video-plate px-1 text-micro text-on-video">
                {formatDuration(second)}
              </span>
            </label>
          )
        })}
      </div>
      {at !== null && (
        <Button variant="ghost" size="sm" onClick={() => onChoose(null)} className="justify-self-start">
          {t('keepFrame')}
        </Button>
      )}
    </fieldset>
  )
}

function framesOf({ tiles }: PreviewStrip): number[] {
  const count = Math.min(tiles, MAX_FRAMES)
  return Array.from({ length: count }, (_, index) => Math.floor((index * tiles) / count))
}
