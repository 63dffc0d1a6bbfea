const PREFIX = 'sent at '
const DIGITS = 16
const PLACEHOLDER = '0'.repeat(DIGITS)

/** The text of a bench message: as long as a usual chat message, with a placeholder for its timestamp. */
export const TEMPLATE = `${PREFIX}${PLACEHOLDER}, greetings from Port of Spain to everyone who is here tonight`

/** Inserts the current time, in microseconds of the monotonic clock that all processes of the machine share. */
export function withTimestamp(text: string): string {
  return text.replace(PLACEHOLDER, String(monotonicMicroseconds()).padStart(DIGITS, '0'))
}

/** Returns the age of a message in milliseconds; undefined for bytes without a timestamp. */
export function ageOf(bytes: Buffer): number | undefined {
  const index = bytes.indexOf(PREFIX)
  if (index < 0) return undefined
  const start = index + PREFIX.length
  const sentAt = Number(bytes.toString('latin1', start, start + DIGITS))
  return (Number(monotonicMicroseconds()) - sentAt) / 1000
}

function monotonicMicroseconds(): bigint {
  return process.hrtime.bigint() / 1000n
}
