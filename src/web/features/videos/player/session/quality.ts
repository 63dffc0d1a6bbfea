import type { Video, VideoSource } from '#shared/videos/videos.ts'

/** `auto` follows the connection, `audio` loads no picture; otherwise the height of a quality, in pixels. */
export type QualityChoice = 'auto' | 'audio' | `${number}`

/** Returns the choices of a video, the best first; none when it has a single file. */
export function qualityChoices({ sources, duration }: Pick<Video, 'sources' | 'duration'>) {
  return sources.qualities.map((source) => ({
    choice: choiceOf(source),
    height: source.height,
    /** Bytes for a minute. */
    bytesPerMinute: duration > 0 ? (source.fileSize / duration) * 60 : source.fileSize,
    source,
  }))
}

/** Returns the choice if the video has it, or else the nearest below it, or `auto`. */
export function availableChoice(
  video: Pick<Video, 'sources' | 'duration'>,
  wanted: QualityChoice,
): QualityChoice {
  const choices = qualityChoices(video)
  if (wanted === 'auto' || choices.length === 0) return 'auto'
  if (choices.some(({ choice }) => choice === wanted)) return wanted
  if (wanted === 'audio') return 'auto'
  const lower = choices.find(({ height }) => height !== null && height <= Number(wanted))
  return lower?.choice ?? lowestChoice(video)
}

/** The smallest picture: the start with reduced data. */
export function lowestChoice(video: Pick<Video, 'sources' | 'duration'>): QualityChoice {
  return (
    qualityChoices(video)
      .filter(({ height }) => height !== null)
      .at(-1)?.choice ?? 'auto'
  )
}

const choiceOf = ({ height }: VideoSource): QualityChoice => (height === null ? 'audio' : `${height}`)
