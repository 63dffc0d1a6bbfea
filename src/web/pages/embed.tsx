import { useTranslations } from 'use-intl/react'
import { ApiError } from '#web/api/api-error.ts'
import { EmbedFrame, EmbedMessage } from '#web/features/videos/embed/embed-frame.tsx'
import { FramedPlayer } from '#web/features/videos/player/framed-player.tsx'
import { useVideo } from '#web/features/videos/videos/use-video.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'

/** `/embed/:videoId`: the player of a public video, for the frames of other sites. */
export function EmbedPage({ videoId }: { videoId: string }) {
  const t = useTranslations('embed')
  const { data: video, error } = useVideo(videoId)
  const isHidden = video
    ? !video.isPublished || !video.isPublic
    : error instanceof ApiError && error.status === 404
  if (isHidden) return <EmbedMessage title={t('notFoundTitle')} text={t('notFoundText')} />
  if (video)
    return (
      <EmbedFrame title={video.title} href={`/video/${video.id}`}>
        <FramedPlayer key={video.id} video={video} />
      </EmbedFrame>
    )
  return error ? <EmbedMessage title={t('loadFailed')} /> : <PageSpinner />
}
