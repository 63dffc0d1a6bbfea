import { type CSSProperties, type PointerEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { PreviewStrip } from '#shared/videos/videos.ts'
import { formatDuration } from '#web/lib/format/duration.ts'
import { previewTileStyle } from '#web/features/videos/shared/videos/preview-tile.ts'
import { usePlayerState } from './session/use-video-session.ts'
import type { VideoSession } from './session/video-session.ts'

/** Width of a shown preview frame, in px. */
const PREVIEW_WIDTH = 160

/** The position in the video, what is loaded, and the frame under the pointer. Runs left to right in every language. */
export function SeekBar({ session }: { session: VideoSession }) {
  const t = useTranslations('videoPlayer')
  const { time, duration, bufferedTo } = usePlayerState(session, (state) => state)
  const [hovered, setHovered] = useState<number | null>(null)
  const percent = (second: number) => `${duration > 0 ? Math.min(100, (second / duration) * 100) : 0}%`
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setHovered(Math.min(1, Math.max(0, (clientX - left) / width)) * duration)
  }
  return (
    <div
      dir="ltr"
      className="group/seek relative flex h-8 items-center"
      onPointerMove={follow}
      onPointerLeave={() => setHovered(null)}
    >
      <input
        type="range"
        aria-label={t('seek')}
        aria-valuetext={t('position', {
          time: formatDuration(Math.floor(time)),
          duration: formatDuration(duration),
        })}
        min={0}
        max={Math.max(duration, 0.1)}
        step="any"
        value={Math.min(time, duration)}
        onChange={(event) => session.seek(event.target.valueAsNumber)}
        className="peer absolute inset-0 z-10 m-0 size-full cursor-pointer appearance-none opacity-0"
      />
      <span className="pointer-events-none relative h-1 w-full overflow-hidden rounded-full bg-on-video/30 transition-[height] group-hover/seek:h-1.5 peer-focus-visible:h-1.5 peer-focus-visible:outline-3 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-on-video forced-colors:border">
        <span className="absolute inset-y-0 start-0 bg-on-video/40" style={{ width: percent(bufferedTo) }} />
        <span
          className="absolute inset-y-0 start-0 bg-action forced-colors:bg-[Highlight]"
          style={{ width: percent(time) }}
        />
      </span>
      <span
        className="pointer-events-none absolute size-3.5 -translate-x-1/2 rounded-full bg-action opacity-0 group-hover/seek:opacity-100 peer-focus-visible:opacity-100 pointer-coarse:opacity-100"
        style={{ left: percent(time) }}
      />
      {hovered !== null && duration > 0 && (
        <Preview strip={session.video.preview} second={hovered} left={percent(hovered)} />
      )}
    </div>
  )
}

/** The nearest preview frame, where there is one, and the second under the pointer. */
function Preview({ strip, second, left }: { strip: PreviewStrip | null; second: number; left: string }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute bottom-full mb-1 grid -translate-x-1/2 justify-items-center gap-1"
      // Stays within the player.
      style={{
        left: strip ? `clamp(${PREVIEW_WIDTH / 2}px, ${left}, calc(100% - ${PREVIEW_WIDTH / 2}px))` : left,
      }}
    >
      {strip && (
        <span
          className="block rounded-control border-2 border-on-video bg-thread-night bg-no-repeat"
          style={tileStyle(strip, second)}
        />
      )}
      <span className="num rounded-tag bg-video-plate px-1.5 text-meta font-semibold">
        {formatDuration(Math.floor(second))}
      </span>
    </span>
  )
}

/** The nearest frame; an upright one is as high as a landscape one is wide. */
function tileStyle(strip: PreviewStrip, second: number): CSSProperties {
  const { tiles, tileWidth, tileHeight, interval } = strip
  const tile = Math.min(tiles - 1, Math.max(0, Math.floor(second / interval)))
  return previewTileStyle(strip, tile, PREVIEW_WIDTH / Math.max(tileWidth, tileHeight))
}
