import { fold } from '#shared/text/fold.ts'
import { isReservedHandle } from '#shared/handles.ts'

/** What a handle begins with: `Fọlákẹ́ Adéyẹmí` gives `folake_adeyemi`. Null for names that no handle can be made of. */
export function handleBase(firstName: string | null, lastName: string | null): string | null {
  const plain = fold([firstName, lastName].filter(Boolean).join('_'))
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 24)
    .replace(/^_+|_+$/g, '')
  return plain.length < 2 || isReservedHandle(plain) ? null : plain
}

/** One that nobody has had, in all likelihood. */
export function randomHandle(base: string | null): string {
  const [mark = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `${base ?? 'member'}_${mark}`
}
