import * as z from 'zod/mini'
import { parseCents } from '#shared/money/money.ts'
import { PaymentError } from '#server/payments/payment-error.ts'

export const money = z.object({ currency_code: z.string(), value: z.string() })
export const dateTime = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((text: string) => new Date(text)),
)
export const links = z.array(z.object({ rel: z.string(), href: z.string() }))

/** Returns the whole cents of an amount that PayPal wrote. Throws `invalid`. */
export function toCents({ value }: z.output<typeof money>): number {
  const cents = parseCents(value)
  if (cents === null) throw new PaymentError('invalid', `${JSON.stringify(value)} is not an amount`)
  return cents
}

/** Returns the page of PayPal on which to approve; null if there is none. Only https leads out of our page. */
export function findApproveUrl(found: z.output<typeof links> | undefined): string | null {
  const href = found?.find(({ rel }) => rel === 'approve' || rel === 'payer-action')?.href
  return href !== undefined && /^https?:\/\//.test(href) ? href : null
}

/** Returns null for a record that PayPal does not have. */
export async function orNull<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'not_found') return null
    throw error
  }
}

/** Returns a path with an id, which may come from a page: it stays one segment. Throws `not_found` for what is no id. */
export const idPath = (parts: TemplateStringsArray, id: string): `/${string}` =>
  `/${parts.join(asId(id)).slice(1)}`

/** Returns an id. Throws `not_found` for what is none. */
export function asId(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw new PaymentError('not_found', 'this is not an id of PayPal')
  return id
}
