/** The time zone of this device. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

type Zone = { locale: string; timeZone: string; style: 'short' | 'long' }

/** What a zone is called at a moment: GMT+1 in short, Central European Standard Time in full. */
export function zoneName(date: Date, { locale, timeZone, style }: Zone): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: style }).formatToParts(date)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
