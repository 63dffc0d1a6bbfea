import { fold } from '#shared/fold.ts'
import { isReservedHandle } from '#shared/handles.ts'

/**
 * A handle made from a name: `Fọlákẹ́ Adéyẹmí` gives `folake_adeyemi`, a name without Latin letters gives `member`.
 * From the second `attempt` on with a random number, for names that are taken.
 */
export function makeHandle(firstName: string | null, lastName: string | null, attempt: number): string {
  const plain = fold([firstName, lastName].filter(Boolean).join('_'))
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 24)
    .replace(/^_+|_+$/g, '')
  const base = plain.length < 2 || isReservedHandle(plain) ? 'member' : plain
  return attempt === 0 && base !== 'member'
    ? base
    : `${base}_${crypto.getRandomValues(new Uint32Array(1))[0] ?? attempt}`
}
