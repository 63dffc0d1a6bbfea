import { useTranslations } from 'use-intl/react'
import { ApiError, apiText } from '#web/api/api-error.ts'

/** Returns a function that formats any error: the server's message, or a generic one. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('errors')
  return (error) => apiText(error) ?? t(keyOf(error))
}

function keyOf(error: unknown): 'unreachable' | 'unavailable' | 'unknown' {
  // `fetch` throws a TypeError without a connection, in every browser.
  if (error instanceof TypeError) return 'unreachable'
  // From a proxy, when the server does not respond to it either.
  return error instanceof ApiError && UNAVAILABLE.has(error.status) ? 'unavailable' : 'unknown'
}

const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504])
