import { PaymentError } from './payment-error.ts'

/** Returns an amount as providers write it: 500 is '5.00'. */
export function toDecimal(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${cents} is not an amount in cents`)
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/**
 * Returns the cents of an amount that a provider wrote, exactly: without floating-point arithmetic.
 * Throws `invalid` for what is not such an amount.
 */
export function toCents(decimal: string): number {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  if (whole === '') throw new PaymentError('invalid', `${JSON.stringify(decimal)} is not an amount`)
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}
