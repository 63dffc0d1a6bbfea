import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos/videos.ts'
import { displayName, type PublicUser } from '#shared/accounts/users.ts'
import { ProMark } from '#web/features/accounts/shared/badges/pro-badge.tsx'
import { UserAvatar } from '#web/features/accounts/shared/user-avatar/user-avatar.tsx'
import { NameHeading } from '#web/ui/pages/page-heading.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

type VideoInfoProps = {
  video: Video
  creator: PublicUser
  /** Buttons for the creator, such as Follow. */
  creatorActions: ReactNode
  /** Buttons for the video, such as Like and Share. */
  videoActions: ReactNode
}

/** The section under the video: title, facts and creator. */
export function VideoInfo({ video, creator, creatorActions, videoActions }: VideoInfoProps) {
  return (
    <div className="grid gap-4 px-(--gutter) md:px-0">
      <div className="min-w-0">
        <NameHeading name={video.title} className="md:text-title" />
        <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <VideoFacts video={video} />
          <div className="flex flex-wrap gap-2">{videoActions}</div>
        </div>
      </div>
      <CreatorCard video={video} creator={creator} actions={creatorActions} />
    </div>
  )
}

/** Category, views and date of a video, and why not everyone sees it. */
export function VideoFacts({ video }: { video: Video }) {
  const t = useTranslations('video')
  const format = useFormatter()
  const { category, recordedFrom, publishedAt, isPublished, isPublic, publishAt, viewsCount } = video
  const date = recordedFrom ?? publishedAt
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-small text-ink-2">
      {!isPublished && <Badge variant="warn">{t(publishAt === null ? 'draft' : 'scheduled')}</Badge>}
      {isPublished && !isPublic && <Badge variant="warn">{t('private')}</Badge>}
      <Badge>{category}</Badge>
      {isPublished && <span className="num">{t('views', { count: viewsCount })}</span>}
      {date && (
        <time dateTime={date} className="num">
          {t(recordedFrom ? 'recorded' : 'published', { when: format.dateTime(new Date(date), 'timestamp') })}
        </time>
      )}
    </p>
  )
}

function CreatorCard({ video, creator, actions }: { video: Video; creator: PublicUser; actions: ReactNode }) {
  const t = useTranslations('video')
  const name = displayName(creator)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-4 border-y border-line py-4">
      <UserAvatar user={creator} size={60} decorative />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <Link
            href={`/profile/${creator.id}`}
            className="-my-2.5 inline-block min-w-0 py-2.5 text-[1.0625rem] font-bold [overflow-wrap:anywhere]"
          >
            <bdi>{name}</bdi>
            <ProMark user={creator} />
          </Link>
          <span className="num text-small text-ink-2">
            {t('followers', { count: creator.followersCount })}
          </span>
        </p>
        {creator.bio && (
          <p dir="auto" className="mt-0.5 hidden text-small leading-normal text-ink-2 md:block">
            {creator.bio}
          </p>
        )}
      </div>
      {video.viewer.isOwner ? (
        <Button asChild>
          <Link href="/creator/videos">{t('yourVideos')}</Link>
        </Button>
      ) : (
        // On phones below the name.
        <div className="flex flex-wrap gap-2.5 empty:hidden max-md:col-span-full max-md:*:flex-1">
          {actions}
        </div>
      )}
    </div>
  )
}
