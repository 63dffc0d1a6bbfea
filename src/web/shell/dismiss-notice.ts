import * as calls from '#shared/notifications/notice.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { refreshCurrentUser, setCurrentUser } from '#web/api/current-user.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** Hides the notice from a member at once, and on the member's other pages and devices; shows it again if that fails. */
export async function dismissNotice(
  user: CurrentUser,
  version: string,
  texts: { failed: string },
): Promise<void> {
  setCurrentUser({ ...user, dismissedNotice: version })
  try {
    await call(calls.dismissNotice, { body: { version } })
  } catch {
    setCurrentUser(user)
    toast({ title: texts.failed, variant: 'destructive' })
    void refreshCurrentUser()
  }
}
