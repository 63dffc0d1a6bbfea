import { useTranslations } from 'use-intl/react'
import { apiText } from '#web/api/api-error.ts'

/** Returns a function that formats any error: the server's message, or a generic one. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('errors')
  // `fetch` throws a TypeError without a connection, in every browser.
  return (error) => apiText(error) ?? t(error instanceof TypeError ? 'unreachable' : 'unknown')
}
