import type { MediaKind } from '../sdp/parse-session.ts'

/** One track of a recording from a moment on. */
export type PartName = { startedAt: number; kind: MediaKind; format: PartFormat }
/** WebM for VP8 and Opus; Matroska for H264, which WebM does not allow. */
export type PartFormat = 'webm' | 'mkv'

/**
 * Returns a part's file name. `startedAt` is the wall clock at the part's time zero, in milliseconds, which places all
 * parts on one timeline.
 */
export function partName({ startedAt, kind, format }: PartName): string {
  return `${Math.round(startedAt)}-${kind}.${format}`
}

/** Parses a file name; null when it is no part's. */
export function readPartName(name: string): PartName | null {
  const [, startedAt, kind, format] = /^(\d{1,15})-(audio|video)\.(webm|mkv)$/.exec(name) ?? []
  if ((kind !== 'audio' && kind !== 'video') || (format !== 'webm' && format !== 'mkv')) return null
  return { startedAt: Number(startedAt), kind, format }
}
