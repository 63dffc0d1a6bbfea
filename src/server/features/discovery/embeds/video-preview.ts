import { frameSize } from '#shared/discovery/embeds.ts'
import { displayName } from '#shared/accounts/users.ts'
import { fileUrl, playableFiles, presentSources } from '#server/features/videos/videos/files/video-files.ts'
import type { VideoWithCreator } from '#server/features/videos/videos/queries.ts'
import type { Preview } from '#server/http/pages/previews.ts'
import type { Embeddable } from './find-embeddable.ts'

/** Returns the link preview of a public video's page, with its player and structured data. */
export function videoPreview(found: Embeddable | undefined): Preview | undefined {
  if (!found) return undefined
  const { title, author, category, description, frame, image, video } = found
  const name = displayName(author)
  const [file] = video ? playableFiles(video.files) : []
  return {
    title,
    description: [name, category, description].filter(Boolean).join(' · '),
    image,
    type: 'video.other',
    player: {
      frame,
      ...frameSize(found),
      ...(video && file && { file: { url: fileUrl(video.video.id), type: file.mimeType } }),
    },
    ...(video && {
      preload: { data: `/api/videos/${video.video.id}`, media: presentSources(video.video, video.files).hls },
      structuredData: (absolute) => describeVideo(found, video, absolute),
    }),
  }
}

/** The same for the page that other sites frame. Its canonical URL is the video's or stream's own page. */
export function embedPreview(found: Embeddable | undefined): Preview | undefined {
  const preview = videoPreview(found)
  if (!found || !preview) return undefined
  const { preload, ...rest } = preview
  // A framed video waits for a click.
  return { ...rest, ...(preload && { preload: { ...preload, media: null } }), canonical: found.page }
}

/** A `VideoObject` (https://schema.org/VideoObject), as search engines read it. */
function describeVideo(
  { title, description, author, page, frame, thumbnails }: Embeddable,
  { video }: VideoWithCreator,
  absolute: (path: string) => string,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: title,
    description: description || title,
    url: absolute(page),
    thumbnailUrl: thumbnails.map(({ url }) => absolute(url)),
    uploadDate: (video.publishedAt ?? video.createdAt).toISOString(),
    duration: `PT${Math.max(1, Math.round(video.duration))}S`,
    contentUrl: absolute(fileUrl(video.id)),
    embedUrl: absolute(frame),
    author: { '@type': 'Person', name: displayName(author), url: absolute(`/profile/${author.id}`) },
    interactionStatistic: [
      counterOf('WatchAction', video.viewsCount),
      counterOf('LikeAction', video.likesCount),
      counterOf('CommentAction', video.commentsCount),
    ],
  }
}

function counterOf(action: string, count: number) {
  return {
    '@type': 'InteractionCounter',
    interactionType: { '@type': action },
    userInteractionCount: count,
  }
}
