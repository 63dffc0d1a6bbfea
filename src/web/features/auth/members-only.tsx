import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { signInAddress } from '#web/lib/navigation/sign-in-address.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'

/** Sends a visitor to sign in and back, as the server does when a page is opened by its address. */
export function MembersOnly({ children }: { children: ReactNode }) {
  const user = useCurrentUser()
  useEffect(() => {
    if (user === null) location.replace(signInAddress(location.pathname + location.search))
  }, [user])
  return user ? children : <PageSpinner />
}
