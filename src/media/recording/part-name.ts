import type { MediaKind } from '../sdp/parse-session.ts'

/** One track of a recording from a moment on. */
export type PartName = { startedAt: number; kind: MediaKind; format: PartFormat }
/** WebM for VP8 and Opus; Matroska, its elder brother, where WebM does not allow the codec. */
export type PartFormat = 'webm' | 'mkv'

/** `startedAt`: the wall clock of the part's own zero, in milliseconds, so that parts can be put on one line of time. */
export function partName({ startedAt, kind, format }: PartName): string {
  return `${Math.round(startedAt)}-${kind}.${format}`
}

/** Null for a file that is no part. */
export function readPartName(name: string): PartName | null {
  const [, startedAt, kind, format] = /^(\d{1,15})-(audio|video)\.(webm|mkv)$/.exec(name) ?? []
  if ((kind !== 'audio' && kind !== 'video') || (format !== 'webm' && format !== 'mkv')) return null
  return { startedAt: Number(startedAt), kind, format }
}
