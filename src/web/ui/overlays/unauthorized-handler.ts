import { useTranslations } from 'use-intl/react'
import { ApiError } from '#web/api/api-error.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { signInUrl } from '#web/api/sign-in-url.ts'

/** Long enough to notice the toast before the page unloads. */
const REDIRECT_DELAY_MS = 500

let isRedirecting = false

/**
 * Returns a function that handles a 401 (the session has expired): it shows a toast, redirects to sign-in and back, and
 * returns true. It returns false for any other error.
 */
export function useUnauthorizedHandler(): (error: unknown) => boolean {
  const t = useTranslations('errors')
  return (error) => {
    if (!(error instanceof ApiError) || error.status !== 401) return false
    toast({ variant: 'destructive', title: t('unauthorized'), description: t('loggingIn') })
    // Several calls may fail at once.
    if (isRedirecting) return true
    isRedirecting = true
    setTimeout(() => {
      isRedirecting = false
      location.assign(signInUrl(location.pathname + location.search))
    }, REDIRECT_DELAY_MS)
    return true
  }
}
