import { useTranslations } from 'use-intl/react'
import { ApiError } from '#web/api/api-error.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { signInAddress } from './sign-in-address.ts'

/** Long enough to read why the page goes away. */
const READING_MS = 500

let isLeaving = false

/**
 * Gives a function that says whether a call failed because the session has ended; then it tells so, and takes the
 * member to sign in and back.
 */
export function useLoggedOut(): (error: unknown) => boolean {
  const t = useTranslations('errors')
  return (error) => {
    if (!(error instanceof ApiError) || error.status !== 401) return false
    toast({ variant: 'destructive', title: t('unauthorized'), description: t('loggingIn') })
    // Several calls may fail at once; one way leads to sign in.
    if (isLeaving) return true
    isLeaving = true
    setTimeout(() => {
      isLeaving = false
      location.assign(signInAddress(location.pathname + location.search))
    }, READING_MS)
    return true
  }
}
