const BEGINS = 'sent at '
const [DIGITS, PLACE] = [16, '0'.repeat(16)]

/** What a message of the bench says: as long as a chat's usually is, with room for its moment. */
export const TEMPLATE = `${BEGINS}${PLACE}, greetings from Port of Spain to everyone who is here tonight`

/** The text with the moment at which it is sent, in microseconds of a clock that all processes share. */
export function stamped(text: string): string {
  return text.replace(PLACE, String(process.hrtime.bigint() / 1000n).padStart(DIGITS, '0'))
}

/** Milliseconds since a message was stamped; undefined for what is no such message. */
export function ageOf(bytes: Buffer): number | undefined {
  const at = bytes.indexOf(BEGINS)
  if (at < 0) return undefined
  const begin = at + BEGINS.length
  const sent = Number(bytes.toString('latin1', begin, begin + DIGITS))
  return (Number(process.hrtime.bigint() / 1000n) - sent) / 1000
}
