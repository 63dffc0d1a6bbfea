/** Returns the IANA time zone of this device. */
export function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

type ZoneFormat = { locale: string; timeZone: string; style: 'short' | 'long' }

/** Returns the name of a time zone at a date: 'GMT+1' in short, 'Central European Standard Time' in full. */
export function timeZoneName(date: Date, { locale, timeZone, style }: ZoneFormat): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: style }).formatToParts(date)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
