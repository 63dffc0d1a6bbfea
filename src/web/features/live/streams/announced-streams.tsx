import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { displayName } from '#shared/accounts/users.ts'
import type { Stream } from '#shared/live/streams.ts'
import { UserAvatar } from '#web/features/accounts/shared/user-avatar/user-avatar.tsx'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import type { HomeStreamPages } from './home-streams.tsx'

/** The announced streams of home as rows, without the one that stands at the top; nothing without any. */
export function AnnouncedStreams({ streams: { upcoming, isNobodyLive } }: { streams: HomeStreamPages }) {
  const t = useTranslations('streams')
  const streams = upcoming.items?.slice(isNobodyLive ? 1 : 0) ?? []
  if (streams.length === 0) return null
  return (
    <section aria-labelledby="coming-up">
      <h2 id="coming-up" className="mb-1 flex min-h-(--tap) items-center">
        {t('comingUp')}
      </h2>
      <ul>
        {streams.map((stream) => (
          <li key={stream.id}>
            <Announced stream={stream} />
          </li>
        ))}
      </ul>
      <ListFooter query={upcoming} failed={t('moreFailed')} />
    </section>
  )
}

function Announced({ stream: { id, title, streamer, scheduledFor } }: { stream: Stream }) {
  const t = useTranslations('streams')
  const format = useFormatter()
  return (
    <Link
      href={`/stream/${id}`}
      className="group grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3 rounded-control py-2 leading-[1.3]"
    >
      <UserAvatar user={streamer} size={44} decorative />
      <span className="min-w-0">
        <bdi className="line-clamp-2 font-bold underline-offset-[3px] [overflow-wrap:anywhere] group-hover:underline">
          {title}
        </bdi>
        <bdi className="block truncate text-small text-ink-2">{displayName(streamer)}</bdi>
        {scheduledFor && (
          <time dateTime={scheduledFor} className="num block text-meta text-ink-2">
            {t('startsAt', { when: format.dateTime(new Date(scheduledFor), 'shortAppointment') })}
          </time>
        )}
      </span>
    </Link>
  )
}
