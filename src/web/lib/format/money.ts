import { useFormatter } from 'use-intl/react'
import { CURRENCY } from '#shared/money.ts'

/** Returns the function that formats an amount, decimal text as calls carry it, in the language of the page: '$25.00'. */
export function useMoney(): (amount: string) => string {
  const format = useFormatter()
  return (amount) =>
    format.number(Number(amount), { style: 'currency', currency: CURRENCY, currencyDisplay: 'narrowSymbol' })
}
