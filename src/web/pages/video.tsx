import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useLocation, useSearch } from 'wouter'
import type { Video } from '#shared/videos/videos.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useTheatre } from '#web/features/media/shared/playback/use-theatre.ts'
import { useVideoSession } from '#web/features/videos/player/session/use-video-session.ts'
import { VideoPlayer } from '#web/features/videos/player/video-player.tsx'
import { preloadPlayer } from '#web/features/videos/player/session/video-source.ts'
import { parseStart } from '#web/features/videos/player/session/video-position.ts'
import { UnplayableVideo } from '#web/features/videos/videos/unplayable-video.tsx'
import { RelatedVideos } from '#web/features/videos/video-engagement/related-videos.tsx'
import { VideoComments } from '#web/pages/video/video-comments.tsx'
import { useVideo } from '#web/features/videos/videos/use-video.ts'
import { VideoTimesContext } from '#web/features/videos/shared/text/video-times.ts'
import { VideoPageSkeleton } from '#web/features/videos/videos/video-page-skeleton.tsx'
import { PageLoadFailed } from '#web/ui/lists/load-failed.tsx'
import { PageNotFound } from '#web/ui/pages/page-not-found.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { ReplayedChat } from './video/replayed-chat.tsx'
import { useVideoTimes } from './video/use-video-times.ts'
import { VideoLayout } from './video/video-layout.tsx'
import { WatchChat, WatchNext } from './watch/watch-layout.tsx'

/** `/video/:videoId`: one video, with the chat of its broadcast. Public videos are open to everyone. */
export function VideoPage({ videoId }: { videoId: string }) {
  const t = useTranslations('video')
  const query = useVideo(videoId)
  const { data: video, error } = query
  useEffect(preloadPlayer, [])
  if (error instanceof ApiError && error.status === 404)
    return (
      <PageNotFound title={t('notFoundTitle')} offersSignIn>
        {t('notFoundText')}
      </PageNotFound>
    )
  if (video?.state === 'ready') return <WatchPage key={video.id} video={video} />
  if (video) return <UnplayablePage video={video} />
  if (error) return <PageLoadFailed title={t('loadFailed')} query={query} />
  return <VideoPageSkeleton />
}

function WatchPage({ video }: { video: Video }) {
  usePageTitle(video.title)
  const [, navigate] = useLocation()
  const isVisitor = useCurrentUser() === null
  const startAt = parseStart(new URLSearchParams(useSearch()).get('t'))
  const session = useVideoSession(video, startAt)
  const theatre = useTheatre()
  const times = useVideoTimes(session, video.duration)
  const [element] = useState({ current: session.element })
  const hasChat = video.streamId !== null
  return (
    <VideoTimesContext value={times}>
      <VideoLayout
        video={video}
        session={session}
        hasChat={hasChat}
        isTheatre={theatre.isOn}
        player={
          <VideoPlayer
            session={session}
            theatre={theatre}
            onMini={() => navigate(isVisitor ? '/discover' : '/')}
          />
        }
        comments={<VideoComments video={video} />}
      >
        {hasChat && (
          <WatchChat>
            <ReplayedChat video={video} player={element} />
          </WatchChat>
        )}
        <WatchNext>
          <RelatedVideos videoId={video.id} />
        </WatchNext>
      </VideoLayout>
    </VideoTimesContext>
  )
}

/** The page of a video without a file to play, which only its owner sees. */
function UnplayablePage({ video }: { video: Video }) {
  usePageTitle(video.title)
  return <VideoLayout video={video} player={<UnplayableVideo video={video} />} />
}
