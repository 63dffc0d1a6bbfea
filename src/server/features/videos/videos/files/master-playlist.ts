import type { VideoFileRow } from '../schema.ts'
import { listQualities, playlistName } from './video-files.ts'

/** Returns the HLS multivariant playlist (RFC 8216) of a video's qualities; null when there is none yet. */
export function masterPlaylist(files: readonly VideoFileRow[]): string | null {
  const qualities = listQualities(files)
  if (qualities.length === 0) return null
  const variants = qualities.flatMap((file) => [
    `#EXT-X-STREAM-INF:${attributes(file)}`,
    playlistName(file.name),
  ])
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...variants, ''].join('\n')
}

function attributes({ bandwidth, averageBandwidth, codecs, width, height, frameRate }: VideoFileRow): string {
  return [
    `BANDWIDTH=${bandwidth ?? 1}`,
    averageBandwidth !== null && `AVERAGE-BANDWIDTH=${averageBandwidth}`,
    codecs !== null && `CODECS="${codecs}"`,
    width !== null && height !== null && `RESOLUTION=${width}x${height}`,
    frameRate !== null && `FRAME-RATE=${frameRate.toFixed(3)}`,
  ]
    .filter(Boolean)
    .join(',')
}
