import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { signInUrl } from '#web/api/sign-in-url.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'

/** Redirects visitors to the sign-in page, as the server does for a page request. */
export function MembersOnly({ children }: { children: ReactNode }) {
  const user = useCurrentUser()
  useEffect(() => {
    if (user === null) location.replace(signInUrl(location.pathname + location.search))
  }, [user])
  return user ? children : <PageSpinner />
}
