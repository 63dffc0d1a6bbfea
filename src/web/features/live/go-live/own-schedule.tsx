import { CalendarClock } from '#web/ui/icons/calendar-clock.tsx'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/live/streams.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { useOwnSchedule } from './use-own-streams.ts'

/** The streams that the current user has announced, in the time zone of the device. */
export function OwnSchedule({ userId }: { userId: string }) {
  const t = useTranslations('goLive')
  const query = useOwnSchedule(userId)
  return (
    <Card className="p-5">
      <h2 className="flex items-center gap-2 font-display text-card font-bold">
        <CalendarClock aria-hidden className="size-5 stroke-[1.9]" /> {t('schedule')}
      </h2>
      {query.data ? (
        <ScheduleList streams={query.data} />
      ) : query.error ? (
        <LoadFailed title={t('scheduleFailed')} query={query} />
      ) : (
        <SkeletonGroup>
          <Skeleton className="mt-4 h-4 w-3/4" />
          <Skeleton className="mt-2 h-3 w-1/2" />
        </SkeletonGroup>
      )}
    </Card>
  )
}

function ScheduleList({ streams }: { streams: Stream[] }) {
  const t = useTranslations('goLive')
  const format = useFormatter()
  if (streams.length === 0) return <p className="mt-2 text-small text-ink-2">{t('scheduleEmpty')}</p>
  return (
    <ul className="mt-2 divide-y divide-line">
      {streams.map((stream) => (
        <li key={stream.id} className="py-3 last:pb-0">
          <Link href={`/stream/${stream.id}`} className="font-bold [overflow-wrap:anywhere] hover:underline">
            <bdi>{stream.title}</bdi>
          </Link>
          {stream.scheduledFor && (
            <time dateTime={stream.scheduledFor} className="num block text-small text-ink-2">
              {format.dateTime(new Date(stream.scheduledFor), 'timestamp')}
            </time>
          )}
          {stream.remindersCount > 0 && (
            <p className="num text-meta text-ink-3">{t('reminders', { count: stream.remindersCount })}</p>
          )}
        </li>
      ))}
    </ul>
  )
}
