import { fold } from '#shared/text/fold.ts'
import { isReservedHandle } from '#shared/accounts/handles.ts'

/** Derives a handle from a name: `Fọlákẹ́ Adéyẹmí` becomes `folake_adeyemi`. Null when it is too short or reserved. */
export function createHandleBase(firstName: string | null, lastName: string | null): string | null {
  const handle = fold([firstName, lastName].filter(Boolean).join('_'))
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 24)
    .replace(/^_+|_+$/g, '')
  return handle.length < 2 || isReservedHandle(handle) ? null : handle
}

/** Returns `base` with a random 32-bit number appended, so that the handle is almost certainly unused. */
export function createRandomHandle(base: string | null): string {
  const [suffix = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `${base ?? 'member'}_${suffix}`
}
