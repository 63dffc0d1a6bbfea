import { useFormatter } from 'use-intl/react'
import { CURRENCY } from '#shared/money/money.ts'

/** Returns the function that formats an amount, decimal text as calls carry it, in the language of the page: '$25.00'. */
export function useMoney(): (amount: string) => string {
  const format = useFormatter()
  return (amount) =>
    format.number(Number(amount), { style: 'currency', currency: CURRENCY, currencyDisplay: 'narrowSymbol' })
}

/** The same for a number of dollars, without cents if there are none: '$120', '$120.50'. */
export function useRoundMoney(): (dollars: number) => string {
  const format = useFormatter()
  return (dollars) =>
    format.number(dollars, {
      style: 'currency',
      currency: CURRENCY,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: Number.isInteger(dollars) ? 0 : 2,
      maximumFractionDigits: 2,
    })
}
