import { useTranslations } from 'use-intl/react'
import { ApiError, apiText } from '#web/api/api-error.ts'

/** Returns a function that formats any error: the server's message, or a generic one. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('errors')
  return (error) => {
    const text = apiText(error)
    if (text !== null) return text
    // `fetch` throws a TypeError without a connection, in every browser.
    if (error instanceof TypeError) return t('unreachable')
    return isUnavailable(error) ? t('unavailable') : t('unknown')
  }
}

/** From a proxy, when the server does not respond to it either. */
const isUnavailable = (error: unknown) => error instanceof ApiError && UNAVAILABLE.has(error.status)
const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504])
