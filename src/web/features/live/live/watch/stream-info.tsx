import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/live/streams.ts'
import { displayName } from '#shared/accounts/users.ts'
import { ProMark } from '#web/features/accounts/shared/badges/pro-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { NameHeading } from '#web/ui/pages/page-heading.tsx'
import { Badge } from '#web/ui/badge.tsx'

type StreamInfoProps = {
  stream: Stream
  isLive: boolean
  startedAt: string | null
  /** Further facts about it, such as the views of its recording. */
  facts?: ReactNode
  /** Buttons for the streamer, such as Follow. */
  streamerActions?: ReactNode
  /** Buttons for the stream, such as Like and Share. */
  streamActions?: ReactNode
  /** The menu beside the title, with rare actions. */
  menu?: ReactNode
  /** Shown above the streamer: information before the start. */
  children?: ReactNode
}

/** The section under the video: title, category, start time and streamer. */
export function StreamInfo({
  stream,
  isLive,
  startedAt,
  facts,
  streamerActions,
  streamActions,
  menu,
  children,
}: StreamInfoProps) {
  return (
    <div className="grid gap-4 px-(--gutter) md:px-0">
      <div className="min-w-0">
        <div className="flex items-start gap-2">
          <NameHeading name={stream.title} className="flex-1 md:text-title" />
          {menu && <div className="-my-2 -me-2.5">{menu}</div>}
        </div>
        <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <StreamFacts stream={stream} isLive={isLive} startedAt={startedAt}>
            {facts}
          </StreamFacts>
          {streamActions && <div className="flex flex-wrap gap-2">{streamActions}</div>}
        </div>
      </div>
      {children}
      <StreamerCard stream={stream} isLive={isLive} streamerActions={streamerActions} />
    </div>
  )
}

type StreamFactsProps = Pick<StreamInfoProps, 'stream' | 'isLive' | 'startedAt'> & { children?: ReactNode }

/** Category and start of a stream, with further facts, and its viewers once it is over. */
export function StreamFacts({ stream, isLive, startedAt, children }: StreamFactsProps) {
  const t = useTranslations('stream')
  const format = useFormatter()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-small text-ink-2">
      <Badge>{stream.category}</Badge>
      {startedAt && (
        <time dateTime={startedAt} className="num">
          {t('started', { when: format.dateTime(new Date(startedAt), 'timestamp') })}
        </time>
      )}
      {children}
      {startedAt && !isLive && <span className="num">{t('peak', { count: stream.peakViewers })}</span>}
    </p>
  )
}

/** The stream's description; nothing when it has none. */
export function StreamAbout({ description }: Pick<Stream, 'description'>) {
  const t = useTranslations('stream')
  if (!description) return null
  return (
    <div className="grid gap-1.5 px-(--gutter) md:px-0">
      <h2 className="font-text text-card font-bold tracking-normal">{t('about')}</h2>
      <StreamDescription description={description} />
    </div>
  )
}

/** The text alone, for a sheet with that heading. */
export function StreamDescription({ description }: Pick<Stream, 'description'>) {
  if (!description) return null
  return (
    <p dir="auto" className="max-w-[72ch] text-body whitespace-pre-line [overflow-wrap:anywhere]">
      {description}
    </p>
  )
}

type StreamerCardProps = Pick<StreamInfoProps, 'stream' | 'isLive' | 'streamerActions'>

function StreamerCard({ stream: { streamer }, isLive, streamerActions }: StreamerCardProps) {
  const t = useTranslations('stream')
  const name = displayName(streamer)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-4 border-y border-line py-4">
      <Avatar
        seed={streamer.id}
        name={name}
        src={streamer.profileImageUrl}
        size={60}
        live={isLive}
        decorative
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <Link
            href={`/profile/${streamer.id}`}
            className="-my-2.5 inline-block min-w-0 py-2.5 text-[1.0625rem] font-bold [overflow-wrap:anywhere]"
          >
            <bdi>{name}</bdi>
            <ProMark user={streamer} />
          </Link>
          <span className="num text-small text-ink-2">
            {t('followers', { count: streamer.followersCount })}
          </span>
        </p>
        {streamer.bio && (
          <p dir="auto" className="mt-0.5 hidden text-small leading-normal text-ink-2 md:block">
            {streamer.bio}
          </p>
        )}
      </div>
      {/* On phones below the name; without buttons there is no row. */}
      <div className="flex flex-wrap gap-2.5 empty:hidden max-md:col-span-full max-md:*:flex-1">
        {streamerActions}
      </div>
    </div>
  )
}
