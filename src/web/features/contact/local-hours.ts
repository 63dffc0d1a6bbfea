import type { OpenHours } from '#shared/contact.ts'

/** The window of hours that begins today (by UTC), as moments; one that ends earlier than it begins ends tomorrow. */
export function hoursOn(today: Date, { from, to, utcOffset }: OpenHours): { from: Date; to: Date } {
  const date = today.toISOString().slice(0, 10)
  const [begin, end] = [new Date(`${date}T${from}:00${utcOffset}`), new Date(`${date}T${to}:00${utcOffset}`)]
  if (end <= begin) end.setUTCDate(end.getUTCDate() + 1)
  return { from: begin, to: end }
}
