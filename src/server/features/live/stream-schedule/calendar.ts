import ical, { ICalAlarmType } from 'ical-generator'
import { displayName } from '#shared/accounts/users.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Translate } from '#server/http/translations.ts'
import type { StreamWithStreamer } from '#server/features/live/streams/queries.ts'

const HOUR_MS = 60 * 60 * 1000
/** Time from the reminder of the calendar to the start. */
const ALARM_SECONDS = 10 * 60

/**
 * Returns an announced stream as an iCalendar file (RFC 5545). The UID is stable and SEQUENCE grows with each change,
 * so that calendars update an imported event. There is no ORGANIZER, as it needs an e-mail address.
 */
export function calendarOf(
  { stream, streamer }: StreamWithStreamer & { stream: { scheduledFor: Date } },
  site: { name: string; url: URL },
  translate: Translate,
): string {
  const url = new URL(`/stream/${stream.id}`, site.url).href
  const name = displayName(presentUserRef(streamer, null))
  const description = [translate('streams.with', { name }), stream.description, url].filter(Boolean)
  const calendar = ical({ prodId: { company: site.name, product: 'Streams', language: 'EN' } })
  const event = calendar.createEvent({
    id: `${stream.id}@${site.url.hostname}`,
    start: stream.scheduledFor,
    end: new Date(stream.scheduledFor.getTime() + HOUR_MS),
    summary: stream.title,
    description: description.join('\n\n'),
    location: url,
    url,
    created: stream.createdAt,
    lastModified: stream.updatedAt,
    stamp: stream.updatedAt,
    // Seconds since the creation: grows with each change without a column that counts.
    sequence: Math.floor((stream.updatedAt.getTime() - stream.createdAt.getTime()) / 1000),
  })
  event.createAlarm({
    type: ICalAlarmType.display,
    trigger: ALARM_SECONDS,
    description: translate('streams.calendarAlarm', { title: stream.title }),
  })
  return calendar.toString()
}
