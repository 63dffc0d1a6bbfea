import type { OpenHours } from '#shared/settings/contact-settings.ts'

/** Returns start and end of the hours that begin on `today` (UTC); an end before the start is on the next day. */
export function openHoursOn(today: Date, { from, to, utcOffset }: OpenHours): { from: Date; to: Date } {
  const date = today.toISOString().slice(0, 10)
  const [begin, end] = [new Date(`${date}T${from}:00${utcOffset}`), new Date(`${date}T${to}:00${utcOffset}`)]
  if (end <= begin) end.setUTCDate(end.getUTCDate() + 1)
  return { from: begin, to: end }
}
