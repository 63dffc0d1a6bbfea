import { CalendarPlus } from '#web/ui/icons/calendar-plus.tsx'
import { useFormatter, useLocale, useTranslations } from 'use-intl/react'
import { type Stream, streamCalendar } from '#shared/live/streams.ts'
import { deviceTimeZone, timeZoneName } from '#web/lib/format/time-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Countdown } from './countdown.tsx'
import { CITIES } from './cities.ts'
import { RemindButton } from './remind-button.tsx'

type AnnouncedStream = Pick<Stream, 'id' | 'remindersCount' | 'viewer'> & { scheduledFor: string }

/** The start of an announced stream in several time zones, with a reminder button and a calendar file. */
export function SchedulePanel({ stream }: { stream: AnnouncedStream }) {
  const t = useTranslations('schedule')
  const format = useFormatter()
  const date = new Date(stream.scheduledFor)
  return (
    <Card className="p-4 md:p-5">
      <section aria-labelledby="schedule" className="grid gap-4">
        <div>
          <h2 id="schedule" className="font-text text-small font-semibold tracking-normal text-ink-2">
            {t('title')}
          </h2>
          <p className="mt-1 font-display text-section leading-tight font-extrabold text-pretty">
            <time dateTime={stream.scheduledFor} className="num">
              {format.dateTime(date, 'appointment')}
            </time>
          </p>
          <p className="mt-1 text-small text-ink-2">
            <Countdown until={stream.scheduledFor} />
          </p>
        </div>
        <LocalTimes date={date} />
        <div className="flex flex-wrap items-center gap-2.5">
          <RemindButton stream={stream} />
          <Button asChild>
            <a href={streamCalendar.path.replace(':id', stream.id)} download>
              <CalendarPlus aria-hidden />
              {t('addToCalendar')}
            </a>
          </Button>
          <p className="num text-small text-ink-2">{t('remindersCount', { count: stream.remindersCount })}</p>
        </div>
      </section>
    </Card>
  )
}

/** The reader's local time first, with the name of its zone. */
function LocalTimes({ date }: { date: Date }) {
  const t = useTranslations('schedule')
  const locale = useLocale()
  const deviceZone = deviceTimeZone()
  const deviceZoneName = timeZoneName(date, { locale, timeZone: deviceZone, style: 'short' })
  const names = { lagos: t('lagos'), salvador: t('salvador'), kingston: t('kingston'), paris: t('paris') }
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-x-4 gap-y-3 border-y border-line py-3">
      <LocalTime name={t('yourTime', { zone: deviceZoneName })} date={date} zone={deviceZone} />
      {CITIES.map(({ city, zone }) => (
        <LocalTime key={city} name={names[city]} date={date} zone={zone} />
      ))}
    </dl>
  )
}

function LocalTime({ name, date, zone }: { name: string; date: Date; zone: string }) {
  const format = useFormatter()
  return (
    <div className="flex flex-col-reverse">
      <dd className="num text-ui font-semibold">{format.dateTime(date, 'dayTime', { timeZone: zone })}</dd>
      <dt className="text-meta text-ink-3">{name}</dt>
    </div>
  )
}
