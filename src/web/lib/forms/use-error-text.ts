import { useTranslations } from 'use-intl/react'
import { apiText } from '#web/api/api-error.ts'

/** Gives a function that always finds words: the server's, or that it could not be reached or understood. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('errors')
  // What `fetch` throws when there is no connection is a TypeError in every browser.
  return (error) => apiText(error) ?? t(error instanceof TypeError ? 'unreachable' : 'unknown')
}
