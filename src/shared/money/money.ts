import * as z from 'zod/mini'

/** The only currency of payments, ISO 4217. */
export const CURRENCY = 'USD'

/** At most 9,999,999.99, which is far beyond every limit and exact as a number. */
const AMOUNT = /^\d{1,7}(\.\d{1,2})?$/

/**
 * Parses an amount with at most two decimals, as text ('5', '5.5', '5.00') or number, into whole cents. Returns null for
 * everything else: signs, exponents, spaces, a third decimal.
 */
export function parseCents(amount: string | number): number | null {
  const text = String(amount)
  if (!AMOUNT.test(text)) return null
  const [whole = '', fraction = ''] = text.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Formats whole cents as decimal text with two decimals, as calls carry amounts: '5.00', '-12.30'. */
export function formatCents(cents: number): string {
  const absolute = Math.abs(cents)
  const text = `${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
  return cents < 0 ? `-${text}` : text
}

/** An amount in the body of a call, text or number; its output is whole cents. */
export const amountInput = z.pipe(
  z.union([z.string().check(z.maxLength(20)), z.number()]),
  z.transform((amount, context) => {
    const cents = parseCents(amount)
    if (cents !== null) return cents
    context.issues.push({ code: 'custom', input: amount })
    return z.NEVER
  }),
)
