import { TaskFailure } from '../ffmpeg/task-failure.ts'

/** Sums of a media playlist whose segments are byte ranges of one file. */
export type PlaylistSummary = {
  bandwidth: number
  averageBandwidth: number
  duration: number
  /** Bytes of the file up to the end of the last segment. */
  bytes: number
}

const SEGMENT = /^#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)$/gm

/**
 * Reads the playlist that FFmpeg has written.
 * @throws {TaskFailure} `outOfSpace` when it is incomplete: FFmpeg does not report that
 */
export function summarizePlaylist(playlist: string): PlaylistSummary {
  if (!playlist.trimEnd().endsWith('#EXT-X-ENDLIST'))
    throw new TaskFailure('outOfSpace', 'the playlist is incomplete')
  const segments = [...playlist.matchAll(SEGMENT)].map(([, duration, bytes, offset]) => ({
    duration: Number(duration),
    bytes: Number(bytes),
    end: Number(bytes) + Number(offset),
  }))
  const duration = segments.reduce((sum, segment) => sum + segment.duration, 0)
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
  // As in RFC 8216: the peak is measured over at least half of the target duration, so that a short last segment does
  // not count.
  const target = Math.max(...segments.map((segment) => segment.duration))
  const rates = segments
    .filter((segment) => segment.duration >= target / 2)
    .map((segment) => (segment.bytes * 8) / segment.duration)
  const averageRate = duration > 0 ? (bytes * 8) / duration : 0
  return {
    bandwidth: Math.ceil(Math.max(averageRate, ...rates)),
    averageBandwidth: Math.ceil(averageRate),
    duration,
    bytes: segments.at(-1)?.end ?? 0,
  }
}
