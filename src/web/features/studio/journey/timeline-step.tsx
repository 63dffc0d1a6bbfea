import { Film } from '#web/ui/icons/film.tsx'
import { Heart } from '#web/ui/icons/heart.tsx'
import { Image } from '#web/ui/icons/image.tsx'
import { Lock } from '#web/ui/icons/lock.tsx'
import { MessageCircle } from '#web/ui/icons/message-circle.tsx'
import { PencilLine } from '#web/ui/icons/pencil-line.tsx'
import { Play } from '#web/ui/icons/play.tsx'
import { Radio } from '#web/ui/icons/radio.tsx'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { JourneyItem } from '#shared/studio/journey.ts'
import type { Post } from '#shared/community/posts.ts'
import type { Stream } from '#shared/live/streams.ts'
import type { Video } from '#shared/videos/videos.ts'
import { formatDuration } from '#web/lib/format/duration.ts'
import { Badge, LiveBadge } from '#web/ui/badge.tsx'
import { stepTime } from './use-journey.ts'

/** A post, stream or video of the journey with its time and counts, as one link. */
export function TimelineStep({ step }: { step: JourneyItem }) {
  const format = useFormatter()
  const time = (
    <time dateTime={stepTime(step)} className="num text-meta text-ink-3">
      {format.dateTime(new Date(stepTime(step)), 'timestamp')}
    </time>
  )
  switch (step.type) {
    case 'post':
      return <PostStep post={step.post} time={time} />
    case 'stream':
      return <StreamStep stream={step.stream} time={time} />
    case 'video':
      return <VideoStep video={step.video} time={time} />
    default:
      return step satisfies never
  }
}

function PostStep({ post, time }: { post: Post; time: ReactNode }) {
  const t = useTranslations('journey')
  return (
    <StepLink href={`/post/${post.id}`} icon={<PencilLine aria-hidden />} kind={t('post')} time={time}>
      <p dir="auto" className="line-clamp-3 text-body whitespace-pre-wrap [overflow-wrap:anywhere]">
        {post.content}
      </p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-ink-2 [&_svg]:size-4 [&_svg]:stroke-[1.9]">
        <IconText icon={<Heart aria-hidden />} text={t('likes', { count: post.likesCount })} />
        <IconText icon={<MessageCircle aria-hidden />} text={t('comments', { count: post.commentsCount })} />
        {post.mediaType === 'image' && <IconText icon={<Image aria-hidden />} text={t('withPicture')} />}
        {post.mediaType === 'video' && <IconText icon={<Play aria-hidden />} text={t('withVideo')} />}
      </p>
    </StepLink>
  )
}

function StreamStep({ stream, time }: { stream: Stream; time: ReactNode }) {
  const t = useTranslations('journey')
  return (
    <StepLink href={`/stream/${stream.id}`} icon={<Radio aria-hidden />} kind={t('stream')} time={time}>
      <Title text={stream.title} />
      <p className="mt-0.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-ink-2">
        <span>{stream.category}</span>
        <span className="num">
          {stream.startedAt ? t('peak', { count: stream.peakViewers }) : t('notStarted')}
        </span>
      </p>
      {(stream.isLive || !stream.settings.isPublic) && (
        <p className="mt-2 flex gap-2">
          {stream.isLive && <LiveBadge live />}
          {!stream.settings.isPublic && <PrivateBadge />}
        </p>
      )}
    </StepLink>
  )
}

function VideoStep({ video, time }: { video: Video; time: ReactNode }) {
  const t = useTranslations('journey')
  return (
    <StepLink href={`/video/${video.id}`} icon={<Film aria-hidden />} kind={t('video')} time={time}>
      <Title text={video.title} />
      <p className="mt-0.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-ink-2">
        <span>{video.category}</span>
        {video.state === 'ready' && (
          <>
            <span className="num">{formatDuration(video.duration)}</span>
            <span className="num">{t('views', { count: video.viewsCount })}</span>
          </>
        )}
      </p>
      <VideoState video={video} />
    </StepLink>
  )
}

function VideoState({ video: { state, isPublished, isPublic } }: { video: Video }) {
  const t = useTranslations('journey')
  const stateText = { processing: t('processing'), failed: t('failed'), ready: null }[state]
  const badge = stateText ?? (isPublished ? null : t('draft'))
  if (badge === null && isPublic) return null
  return <p className="mt-2">{badge === null ? <PrivateBadge /> : <Badge>{badge}</Badge>}</p>
}

function Title({ text }: { text: string }) {
  return (
    <h3 className="line-clamp-2 [overflow-wrap:anywhere]">
      <bdi>{text}</bdi>
    </h3>
  )
}

function PrivateBadge() {
  const t = useTranslations('journey')
  return (
    <Badge>
      <Lock aria-hidden />
      {t('private')}
    </Badge>
  )
}

function IconText({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span className="num inline-flex items-center gap-1.5">
      {icon}
      {text}
    </span>
  )
}

type StepLinkProps = { href: string; icon: ReactNode; kind: string; time: ReactNode; children: ReactNode }

function StepLink({ href, icon, kind, time, children }: StepLinkProps) {
  return (
    <li>
      <Link
        href={href}
        className="grid grid-cols-[40px_minmax(0,1fr)] gap-x-3.5 rounded-card border border-line bg-surface p-4 hover:bg-bg"
      >
        <span className="grid size-10 place-items-center rounded-control bg-raised text-ink-2 [&_svg]:size-5 [&_svg]:stroke-[1.9]">
          {icon}
        </span>
        <div className="min-w-0">
          <p className="mb-1 flex flex-wrap items-baseline gap-x-2">
            <span className="text-small font-bold">{kind}</span>
            {time}
          </p>
          {children}
        </div>
      </Link>
    </li>
  )
}
