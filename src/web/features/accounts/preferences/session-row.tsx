import { LogOut } from '#web/ui/icons/log-out.tsx'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { Session } from '#shared/accounts/preferences.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { clearDrafts } from '#web/lib/storage/drafts.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { parseUserAgent } from '#shared/text/parse-user-agent.ts'
import { endSession } from './use-sessions.ts'

/** One session of the current user, named by its browser. */
export function SessionRow({ session }: { session: Session }) {
  const t = useTranslations('preferences')
  const [isConfirming, setIsConfirming] = useState(false)
  const name = useBrowserName(session)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-bold">
          {name}
          {session.isCurrent && <Badge variant="ok">{t('thisBrowser')}</Badge>}
        </p>
        <Times session={session} />
      </div>
      <Button size="sm" aria-label={t('signOutOf', { name })} onClick={() => setIsConfirming(true)}>
        {t('signOut')}
      </Button>
      <ConfirmSignOut session={session} name={name} open={isConfirming} onOpenChange={setIsConfirming} />
    </li>
  )
}

function Times({ session: { isCurrent, createdAt, lastUsedAt } }: { session: Session }) {
  const t = useTranslations('preferences')
  const format = useFormatter()
  const formatDay = (at: string) => format.dateTime(new Date(at), 'longDate')
  return (
    <p className="mt-0.5 text-meta text-ink-3">
      {isCurrent ? t('usedNow') : t('lastUsed', { when: formatDay(lastUsedAt) })}
      {createdAt && ` · ${t('signedIn', { when: formatDay(createdAt) })}`}
    </p>
  )
}

type ConfirmSignOutProps = {
  session: Session
  name: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

function ConfirmSignOut({ session: { id, isCurrent }, name, open, onOpenChange }: ConfirmSignOutProps) {
  const t = useTranslations('preferences')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const user = useCurrentUser()
  const { isPending, run } = usePendingAction(
    async () => {
      if (isCurrent) {
        if (user) clearDrafts(user.id)
        // Logging out also clears this browser's cookie.
        return location.assign('/api/logout')
      }
      await endSession(id)
      toast({ title: t('signedOut', { name }) })
    },
    (error) => {
      onOpenChange(false)
      showFailure(error, { title: t('notSignedOut'), description: errorText(error) })
    },
  )
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('signOutTitle', { name })}
      description={isCurrent ? t('signOutHere') : t('signOutThere')}
      confirm={t('signOut')}
      danger={<LogOut aria-hidden />}
      pending={isPending}
      onConfirm={run}
    />
  )
}

function useBrowserName({ userAgent }: Session): string {
  const t = useTranslations('preferences')
  const { browser, system } = parseUserAgent(userAgent)
  if (browser && system) return t('browserOn', { browser, system })
  return browser ?? system ?? t('unknownBrowser')
}
