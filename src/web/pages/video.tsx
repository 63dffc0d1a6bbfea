import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useLocation, useSearch } from 'wouter'
import type { Video } from '#shared/videos/videos.ts'
import { displayName } from '#shared/accounts/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { FollowButton } from '#web/features/accounts/follows/follow-button.tsx'
import { useTheatre } from '#web/features/videos/player/use-theatre.ts'
import { useVideoSession } from '#web/features/videos/player/session/use-video-session.ts'
import { VideoPlayer } from '#web/features/videos/player/video-player.tsx'
import { preloadPlayer } from '#web/features/videos/player/session/video-source.ts'
import { parseStart } from '#web/features/videos/player/session/video-position.ts'
import { TipButton } from '#web/features/money/tips/tip-button.tsx'
import { useCachedUser } from '#web/features/accounts/users/use-user.ts'
import { UnplayableVideo } from '#web/features/videos/videos/unplayable-video.tsx'
import { RelatedVideos } from '#web/features/videos/video-engagement/related-videos.tsx'
import { VideoComments } from '#web/pages/video/video-comments.tsx'
import { useVideo } from '#web/features/videos/videos/use-video.ts'
import { VideoTimesContext } from '#web/features/videos/shared/text/video-times.ts'
import { VideoDescription } from '#web/features/videos/videos/video-description.tsx'
import { VideoInfo } from '#web/features/videos/videos/video-info.tsx'
import { VideoPageSkeleton } from '#web/features/videos/videos/video-page-skeleton.tsx'
import { PageLoadFailed } from '#web/ui/lists/load-failed.tsx'
import { PageNotFound } from '#web/ui/pages/page-not-found.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { useWatchedEntities } from '#web/features/community/shared/watched-entities/use-watched-entities.ts'
import { ReplayedChat } from './video/replayed-chat.tsx'
import { useVideoTimes } from './video/use-video-times.ts'
import { VideoTools } from './video/video-tools.tsx'

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
    <div className={`${LAYOUT_CLASS} lg:grid-cols-[minmax(0,1fr)_368px]`}>
      <div className={theatre.isOn ? 'col-span-full min-w-0' : 'min-w-0'}>
        <VideoPlayer
          session={session}
          theatre={theatre}
          onMini={() => navigate(isVisitor ? '/discover' : '/')}
        />
      </div>
      <div className={`grid min-w-0 gap-6 max-lg:order-1 ${theatre.isOn ? 'lg:order-1' : 'lg:row-span-2'}`}>
        {hasChat && <ReplayedChat video={video} player={element} />}
        <RelatedVideos videoId={video.id} />
      </div>
      <VideoTimesContext value={times}>
        <Details video={video} videoActions={<VideoTools video={video} session={session} />}>
          <div className="px-(--gutter) md:px-0">
            <VideoComments video={video} />
          </div>
        </Details>
      </VideoTimesContext>
    </div>
  )
}

/** The page of a video without a file to play, which only its owner sees. */
function UnplayablePage({ video }: { video: Video }) {
  usePageTitle(video.title)
  return (
    <div className={LAYOUT_CLASS}>
      <UnplayableVideo video={video} />
      <Details video={video} videoActions={null} />
    </div>
  )
}

type DetailsProps = {
  video: Video
  /** Buttons for the video. */
  videoActions: ReactNode
  /** Sections below the description. */
  children?: ReactNode
}

/** Everything under the player. */
function Details({ video, videoActions, children }: DetailsProps) {
  const creator = useCachedUser(video.creator)
  useWatchedEntities({ userIds: [creator.id] })
  return (
    <div className="grid min-w-0 gap-5">
      <VideoInfo
        video={video}
        creator={creator}
        creatorActions={
          <>
            <FollowButton userId={creator.id} name={displayName(creator)} showsToasts />
            <TipButton creator={creator} streamId={null} />
          </>
        }
        videoActions={videoActions}
      />
      <div className="px-(--gutter) md:px-0">
        <VideoDescription video={video} />
      </div>
      {children}
    </div>
  )
}

const LAYOUT_CLASS =
  'mx-auto grid max-w-[1536px] grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 pb-10 md:gap-y-5 md:px-(--gutter) md:pt-5 md:pb-16'
