import type { VideoFileRow } from '../schema.ts'

/*
 * The qualities of a video, by the name of their files: `480p`, of which 480 is the length of the shorter side, or `audio`.
 */

export const QUALITY = /^(\d{2,4}p|audio)$/
const AUDIO = 'audio'

/** Besides the source's own size: what a phone on mobile data can pay for. */
const SHORT_SIDES = [240, 480]
const MAX_SHORT_SIDE = 1080
/** The smallest that the transcoder makes. */
const MIN_SHORT_SIDE = 16
/** A source that is hardly larger than a smaller quality is encoded in its own size alone. */
const MIN_STEP = 1.2
/** In longer videos the smallest picture is the first that can be watched. */
const MAX_SECONDS_OF_GOOD_FIRST_QUALITY = 600
const GOOD_FIRST_SHORT_SIDE = 480

export type Source = {
  /** Pixels; null for audio only. */
  width: number | null
  height: number | null
  /** Seconds. */
  duration: number
  hasAudio: boolean
}

export type Size = Pick<Source, 'width' | 'height'>

/** Returns the qualities that a video gets, those first that cost the least. */
export function planQualities({ width, height, hasAudio }: Source): string[] {
  const shortSides = width === null || height === null ? [] : shortSidesOf(Math.min(width, height))
  return [...(hasAudio ? [AUDIO] : []), ...shortSides.map((shortSide) => `${shortSide}p`)]
}

function shortSidesOf(source: number): number[] {
  const own = Math.max(MIN_SHORT_SIDE, Math.min(MAX_SHORT_SIDE, source))
  return [...SHORT_SIDES.filter((shortSide) => shortSide * MIN_STEP <= own), own]
}

/** Returns which quality makes a video playable that browsers cannot play as it is; undefined without a picture. */
export function firstQuality(qualities: readonly string[], { duration }: Source): string | undefined {
  const pictures = qualities.filter((quality) => quality !== AUDIO)
  if (duration > MAX_SECONDS_OF_GOOD_FIRST_QUALITY) return pictures[0]
  return pictures.findLast((quality) => (shortSideOf(quality) ?? 0) <= GOOD_FIRST_SHORT_SIDE) ?? pictures[0]
}

/** Returns the length of the shorter side in pixels; null for audio only. */
export function shortSideOf(quality: string): number | null {
  return quality === AUDIO ? null : Number.parseInt(quality, 10)
}

export const fileOf = (quality: string) => `${quality}.mp4`

/** Returns the qualities that are stored already. */
export function storedQualities(files: readonly VideoFileRow[]): string[] {
  return files
    .filter(({ kind }) => kind === 'rendition' || kind === 'audio')
    .map(({ name }) => name.replace(/\.mp4$/, ''))
}

/** Decoding costs much less than encoding; audio as much as a small picture. */
const DECODING = 0.15
const AUDIO_COST = 30_000

/** Returns what a quality costs compared with others of the same video, in encoded pixels a frame. */
export function costOf(quality: string, { width, height }: Size): number {
  const shortSide = shortSideOf(quality)
  if (shortSide === null || width === null || height === null) return AUDIO_COST
  const factor = Math.min(1, shortSide / Math.min(width, height))
  return width * height * (DECODING + factor ** 2)
}
