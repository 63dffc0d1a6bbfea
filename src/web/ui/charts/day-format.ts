import { useFormatter } from 'use-intl/react'

/** Returns a function that formats a UTC date such as `2026-01-31`, in short for axes. */
export function useDayFormat(): (date: string, style?: 'short' | 'long') => string {
  const { dateTime } = useFormatter()
  return (date, style = 'long') =>
    dateTime(new Date(date), {
      month: 'short',
      day: 'numeric',
      ...(style === 'long' && { year: 'numeric' }),
      timeZone: 'UTC',
    })
}
