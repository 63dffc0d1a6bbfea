import { useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos.ts'
import { displayName } from '#shared/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { ReplayedRow } from '#web/features/chat/list/replayed-row.tsx'
import { ReplayPanel } from '#web/features/videos/replay-panel.tsx'
import { RelatedVideos } from '#web/features/video-engagement/related-videos.tsx'
import { VideoComments } from '#web/features/video-engagement/video-comments.tsx'
import { embedHtmlOf } from '#web/lib/videos/embed-html.ts'
import { VideoLikeButton } from '#web/features/video-engagement/video-like-button.tsx'
import { useVideo } from '#web/features/videos/use-video.ts'
import { VideoPlayer } from '#web/features/videos/video-player.tsx'
import { PageLoadFailed } from '#web/lib/lists/load-failed.tsx'
import { PageNotFound } from '#web/lib/navigation/page-not-found.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ShareButton } from '#web/ui/overlays/share-button.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'

/** `/video/:videoId`: one video and the chat of its broadcast. */
export function VideoPage({ videoId }: { videoId: string }) {
  const t = useTranslations('video')
  const query = useVideo(videoId)
  const { data: video, error } = query
  if (error instanceof ApiError && error.status === 404)
    return (
      <PageNotFound title={t('notFoundTitle')} offersSignIn>
        {t('notFoundText')}
      </PageNotFound>
    )
  if (video) return <VideoView key={video.id} video={video} />
  if (error) return <PageLoadFailed title={t('loadFailed')} query={query} />
  return <PageSpinner />
}

function VideoView({ video }: { video: Video }) {
  usePageTitle(video.title)
  const player = useRef<HTMLVideoElement>(null)
  const hasChat = video.streamId !== null && video.state === 'ready'
  return (
    <div className="mx-auto grid max-w-[1536px] grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 pb-10 md:gap-y-5 md:px-(--gutter) md:pt-5 md:pb-16 lg:grid-cols-[minmax(0,1fr)_368px]">
      <div className="grid min-w-0 gap-4">
        <VideoPlayer video={video} videoRef={player} />
        <About video={video} />
        <div className="px-(--gutter) md:px-0">
          <VideoComments video={video} />
        </div>
      </div>
      <div className="grid min-w-0 gap-6">
        {hasChat && (
          <ReplayPanel
            video={video}
            player={player}
            renderRow={(replayed) => (
              <ReplayedRow key={replayed.message.id} replayed={replayed} streamerId={video.creatorId} />
            )}
          />
        )}
        <RelatedVideos videoId={video.id} />
      </div>
    </div>
  )
}

function About({ video }: { video: Video }) {
  const t = useTranslations('video')
  const format = useFormatter()
  const { title, category, recordedFrom, description, viewer, isPublished, isPublic, creator } = video
  return (
    <div className="grid gap-4 px-(--gutter) md:px-0">
      <div>
        <h1
          tabIndex={-1}
          dir="auto"
          className="font-display text-section leading-tight font-extrabold tracking-[-.012em] text-balance [overflow-wrap:anywhere] md:text-title"
        >
          {title}
        </h1>
        <p className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-small text-ink-2">
          {!isPublished && <Badge variant="warn">{t('draft')}</Badge>}
          {isPublished && !isPublic && <Badge variant="warn">{t('private')}</Badge>}
          <Badge>{category}</Badge>
          {recordedFrom && (
            <time dateTime={recordedFrom} className="num">
              {t('recorded', { when: format.dateTime(new Date(recordedFrom), 'timestamp') })}
            </time>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-4 border-y border-line py-4">
        <Link href={`/profile/${creator.id}`} className="flex min-w-0 flex-1 basis-48 items-center gap-3">
          <Avatar
            seed={creator.id}
            name={displayName(creator)}
            src={creator.profileImageUrl}
            size={44}
            decorative
          />
          <bdi className="min-w-0 font-semibold [overflow-wrap:anywhere]">{displayName(creator)}</bdi>
        </Link>
        <VideoLikeButton video={video} />
        <ShareButton
          title={t('share')}
          name={t('shareName', { title, name: displayName(creator) })}
          address={`${location.origin}/video/${video.id}`}
          embedHtml={embedHtmlOf(video)}
        />
        {viewer.isOwner && (
          <Button asChild>
            <Link href="/creator/videos">{t('yourVideos')}</Link>
          </Button>
        )}
      </div>
      {description && (
        <div>
          <h2 className="font-text text-card font-bold tracking-normal">{t('about')}</h2>
          <p
            dir="auto"
            className="mt-1.5 max-w-[72ch] text-body whitespace-pre-line [overflow-wrap:anywhere]"
          >
            {description}
          </p>
        </div>
      )}
    </div>
  )
}
