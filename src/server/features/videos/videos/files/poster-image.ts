import { POSTER } from '#shared/media/image-sizes.ts'
import { type PreviewImage, previewImage } from '#server/http/pages/preview-image.ts'
import type { VideoFileRow } from '../schema.ts'
import { findPoster } from './video-files.ts'

/** The full-size poster of a video, as the image of the link preview of its page, or of its stream's page. */
export function posterImage(
  record: Parameters<typeof previewImage>[0],
  files: readonly VideoFileRow[],
): PreviewImage | null {
  const poster = findPoster(files)
  const size = { width: poster?.width ?? POSTER.width, height: poster?.height ?? POSTER.height }
  return previewImage(record, poster?.key ?? null, size)
}
