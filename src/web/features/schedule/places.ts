/** Cities of the diaspora that an announced time is shown for, beside the viewer's own. */
const CITIES = [
  { city: 'lagos', zone: 'Africa/Lagos' },
  { city: 'salvador', zone: 'America/Bahia' },
  { city: 'kingston', zone: 'America/Jamaica' },
  { city: 'paris', zone: 'Europe/Paris' },
] as const

export type City = (typeof CITIES)[number]

/** The time zone of this device. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** What that zone is called at a moment, in short: GMT+1, EST. */
export function zoneName(date: Date, locale: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(date)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** The cities but for the one that the viewer's own time is already that of. */
export function citiesBeside(own: string): City[] {
  return CITIES.filter(({ zone }) => zone !== own)
}
