import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos/videos.ts'
import { displayName, type PublicUser } from '#shared/accounts/users.ts'
import { FollowButton } from '#web/features/accounts/follows/follow-button.tsx'
import { useCachedUser } from '#web/features/accounts/users/use-user.ts'
import { useWatchedEntities } from '#web/features/community/shared/watched-entities/use-watched-entities.ts'
import { useTip } from '#web/features/money/tips/tip-button.tsx'
import type { VideoSession } from '#web/features/videos/player/session/video-session.ts'
import { VideoDescription } from '#web/features/videos/videos/video-description.tsx'
import { VideoFacts, VideoInfo } from '#web/features/videos/videos/video-info.tsx'
import { usePhoneLayout } from '#web/lib/hooks/use-phone-layout.ts'
import { Button } from '#web/ui/button.tsx'
import { AboutButton } from '#web/pages/watch/about-button.tsx'
import { CreatorDetails, PhoneInfo } from '#web/pages/watch/phone-info.tsx'
import { WatchComments, WatchLayout, WatchMain, WatchSide } from '#web/pages/watch/watch-layout.tsx'
import { VideoIcons, VideoSafety, VideoTools } from './video-tools.tsx'

type VideoLayoutProps = {
  video: Video
  /** None while there is nothing to play. */
  session?: VideoSession
  player: ReactNode
  hasChat?: boolean
  isTheatre?: boolean
  comments?: ReactNode
  /** What wide screens show beside the player. */
  children?: ReactNode
}

/** The page of a video around its player. */
export function VideoLayout({
  video,
  session,
  player,
  hasChat = false,
  isTheatre = false,
  comments,
  children,
}: VideoLayoutProps) {
  const phone = usePhoneLayout()
  const creator = useCachedUser(video.creator)
  useWatchedEntities({ userIds: [creator.id] })
  // The dialog stays when the phone is turned.
  const tip = useTip({ creator, streamId: null, isCompact: phone !== null })
  const creatorActions = (
    <>
      <FollowButton
        userId={creator.id}
        name={displayName(creator)}
        showsToasts
        {...(phone && { size: 'xs', isCompact: true })}
      />
      {tip.button}
      {phone && video.viewer.isOwner && <OwnVideos />}
    </>
  )
  const parts = { video, creator, session, creatorActions }
  return (
    <>
      <WatchLayout
        player={player}
        hasChat={hasChat}
        hasPanels={hasChat}
        isTheatre={isTheatre}
        icons={phone && <PhoneIcons {...parts} />}
        info={
          phone ? (
            <PhoneInfo
              layout={phone}
              title={video.title}
              creator={creator}
              actions={creatorActions}
              details={<VideoDetails {...parts} />}
            />
          ) : (
            <VideoInfo
              video={video}
              creator={creator}
              creatorActions={creatorActions}
              videoActions={session && <VideoTools video={video} session={session} />}
            />
          )
        }
      >
        <WatchMain>
          {!phone && (
            <div className="px-(--gutter) empty:hidden md:px-0">
              <VideoDescription video={video} />
            </div>
          )}
          {comments && <WatchComments>{comments}</WatchComments>}
        </WatchMain>
        {children && <WatchSide>{children}</WatchSide>}
      </WatchLayout>
      {tip.dialog}
    </>
  )
}

type PartProps = {
  video: Video
  creator: PublicUser
  session: VideoSession | undefined
  creatorActions: ReactNode
}

/** Icons on a phone's player. Its sheet also has what landscape has no row for. */
function PhoneIcons({ video, session, creatorActions, ...rest }: PartProps) {
  const t = useTranslations('video')
  return (
    <>
      {session && <VideoIcons video={video} session={session} />}
      <AboutButton name={t('about')}>
        <p dir="auto" className="font-bold [overflow-wrap:anywhere]">
          {video.title}
        </p>
        <VideoDetails video={video} {...rest} />
        <VideoDescription video={video} isAlone />
        <div className="flex flex-wrap gap-2.5 empty:hidden portrait-phone:hidden">{creatorActions}</div>
        {session && (
          <div className="grid gap-2.5 empty:hidden">
            <VideoSafety video={video} session={session} />
          </div>
        )}
      </AboutButton>
    </>
  )
}

function VideoDetails({ video, creator }: Pick<PartProps, 'video' | 'creator'>) {
  return <CreatorDetails creator={creator} facts={<VideoFacts video={video} />} />
}

function OwnVideos() {
  const t = useTranslations('video')
  return (
    <Button asChild size="xs">
      <Link href="/creator/videos">{t('yourVideos')}</Link>
    </Button>
  )
}
