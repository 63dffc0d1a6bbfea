import { embedPath, frameHtml, frameSize } from '#shared/discovery/embeds.ts'
import type { Video } from '#shared/videos/videos.ts'

/** Returns the HTML with which another site shows a video; undefined for one that not everyone may see. */
export function embedHtmlOf(video: Video): string | undefined {
  const { id, title, isPublished, isPublic, state } = video
  if (!isPublished || !isPublic || state !== 'ready') return undefined
  return frameHtml({ title, src: location.origin + embedPath(id), ...frameSize(video) })
}
