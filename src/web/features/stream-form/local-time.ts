/** A moment as `datetime-local` has it: this device's time, to the minute. */
export function toLocalTime(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)
}

/** The moment that a `datetime-local` field names, ISO 8601 in UTC; null for an empty one. */
export function fromLocalTime(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}
