import { randomBytes } from 'node:crypto'
import type { CaptionTrack, PreviewStrip, VideoSource } from '#shared/videos/videos.ts'
import type { VideoFileRow, VideoRow } from '../schema.ts'

/*
 * Names, storage keys and URLs of a video's files. The keys are not served: the URLs check access to the video.
 */

/** The name of the HLS playlist that lists the qualities; it is made for each request. */
export const MASTER_PLAYLIST = 'master.m3u8'

/** Returns the storage key of a file made for a video. */
export const storageKey = (videoId: string, name: string) => `videos/${videoId}-${name}`

/** Returns new names for a poster and its variant for cards: browsers cache a replaced poster under its old name. */
export function newPosterNames(): { large: string; small: string } {
  const unique = uniquePart()
  return { large: `poster-${unique}.webp`, small: `poster-${unique}-small.webp` }
}

/** Returns a new name for captions, for the same reason. */
export const newCaptionsName = (language: string) => `captions-${language}-${uniquePart()}.vtt`

const uniquePart = () => randomBytes(6).toString('hex')

/** A permanent URL, which returns the best playable file. */
export const fileUrl = (videoId: string) => `/api/videos/${videoId}/file`

type Versioned = Pick<VideoRow, 'id' | 'filesVersion'>

export const versionedUrl = ({ id, filesVersion }: Versioned, name: string) =>
  `/api/videos/${id}/files/${filesVersion}/${name}`

/** The files that browsers play as a whole, the best first: MP4 before WebM, then by height. */
export function playableFiles(files: readonly VideoFileRow[]): VideoFileRow[] {
  return files
    .filter(({ kind, uploadId }) =>
      kind === 'original' ? uploadId === null : kind === 'remux' || kind === 'rendition',
    )
    .toSorted(
      (a, b) =>
        Number(isMp4(b)) - Number(isMp4(a)) ||
        (b.height ?? 0) - (a.height ?? 0) ||
        Number(b.kind === 'remux') - Number(a.kind === 'remux'),
    )
}

/** The qualities of the HLS playlist, the best first, audio only last. */
export function listQualities(files: readonly VideoFileRow[]): VideoFileRow[] {
  return files
    .filter(({ kind }) => kind === 'rendition' || kind === 'audio')
    .toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0))
}

/** `480p.mp4` is played by `480p.m3u8`. */
export const playlistName = (name: string) => name.replace(/\.mp4$/, '.m3u8')

export function presentSources(
  video: Versioned & Pick<VideoRow, 'progress' | 'width'>,
  files: readonly VideoFileRow[],
) {
  const qualities = listQualities(files)
  // The first qualities are the smallest ones: until all are stored, a whole file shows more.
  const hasWholeFile = playableFiles(files).some(({ kind }) => kind !== 'rendition')
  const hasPicture = video.width === null || qualities.some(({ height }) => height !== null)
  const isBest = qualities.length > 0 && hasPicture && (video.progress === null || !hasWholeFile)
  return {
    hls: isBest ? versionedUrl(video, MASTER_PLAYLIST) : null,
    qualities: qualities.map((file) => presentSource(versionedUrl(video, playlistName(file.name)), file)),
    files: playableFiles(files).map((file) => presentSource(versionedUrl(video, file.name), file)),
  }
}

export function presentPreview(video: Versioned, files: readonly VideoFileRow[]): PreviewStrip | null {
  const file = files.find(({ kind }) => kind === 'preview')
  return file?.tiles ? { url: versionedUrl(video, file.name), ...file.tiles } : null
}

export function presentCaptions(video: Versioned, files: readonly VideoFileRow[]): CaptionTrack[] {
  return files
    .filter(({ kind }) => kind === 'captions')
    .flatMap(({ name, language }) => (language ? [{ language, url: versionedUrl(video, name) }] : []))
    .toSorted((a, b) => (a.language < b.language ? -1 : 1))
}

export function presentThumbnail(video: Versioned, files: readonly VideoFileRow[]): string | null {
  const file = findPoster(files)
  return file ? versionedUrl(video, file.name) : null
}

/** The full-size poster, not its variant for cards. */
export const findPoster = (files: readonly VideoFileRow[]): VideoFileRow | undefined =>
  files.find(({ kind, name }) => kind === 'poster' && !name.endsWith('-small.webp'))

function presentSource(url: string, { mimeType, width, height, size }: VideoFileRow): VideoSource {
  return { url, mimeType, width, height, fileSize: size }
}

const isMp4 = ({ mimeType }: VideoFileRow) => mimeType === 'video/mp4'

/** Returns the node that stores the original of a video, where its jobs run. `nodeId`: this node. */
export function nodeOfOriginal(
  files: readonly Pick<VideoFileRow, 'kind' | 'nodeId'>[],
  nodeId: string,
): string {
  return files.find(({ kind }) => kind === 'original')?.nodeId ?? nodeId
}
