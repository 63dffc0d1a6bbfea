/** Formats a date as the value of a `datetime-local` input: this device's time, to the minute. */
export function toLocalTime(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)
}

/** Converts the value of a `datetime-local` input to ISO 8601 in UTC; null for an empty one. */
export function fromLocalTime(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}
