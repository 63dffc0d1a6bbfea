import { LogOut } from '#web/ui/icons/log-out.tsx'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { Session } from '#shared/accounts/preferences.ts'
import { parseUserAgent } from '#shared/text/parse-user-agent.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useEndSessions } from '../use-users.ts'

/** Sessions that are listed; the others are counted. */
const MAX_SHOWN = 10

/** The sessions of a user, with a button that ends them all. */
export function UserSessions({ userId, sessions }: { userId: string; sessions: readonly Session[] }) {
  const t = useTranslations('adminUsers')
  const format = useFormatter()
  const more = sessions.length - MAX_SHOWN
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 md:p-5">
      <h2 className="font-display text-section font-extrabold">{t('sessions')}</h2>
      {sessions.length === 0 && <p className="text-small text-ink-2">{t('noSessions')}</p>}
      {sessions.length > 0 && (
        <ul className="grid gap-2 text-small">
          {sessions.slice(0, MAX_SHOWN).map((session) => (
            <li key={session.id} className="min-w-0">
              <BrowserName session={session} />
              <span className="block text-meta text-ink-3">
                {t('lastUsed', { when: format.dateTime(new Date(session.lastUsedAt), 'longDate') })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="text-small text-ink-2">{t('moreSessions', { count: more })}</p>}
      {sessions.length > 0 && <EndSessions userId={userId} />}
    </Card>
  )
}

function BrowserName({ session: { userAgent } }: { session: Session }) {
  const t = useTranslations('adminUsers')
  const { browser, system } = parseUserAgent(userAgent)
  if (browser && system) return t('browserOn', { browser, system })
  return browser ?? system ?? t('unknownBrowser')
}

function EndSessions({ userId }: { userId: string }) {
  const t = useTranslations('adminUsers')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const [isConfirming, setIsConfirming] = useState(false)
  const { mutate, isPending } = useEndSessions(userId, {
    onDone: () => {
      setIsConfirming(false)
      toast({ title: t('signedOut') })
    },
    onFailed: (error) => {
      setIsConfirming(false)
      showFailure(error, { title: t('signOutFailed'), description: errorText(error) })
    },
  })
  return (
    <>
      <Button
        size="sm"
        className="max-w-full justify-self-start whitespace-normal!"
        onClick={() => setIsConfirming(true)}
      >
        {t('endSessions')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('endSessionsTitle')}
        description={t('endSessionsText')}
        confirm={t('endSessions')}
        danger={<LogOut aria-hidden />}
        pending={isPending}
        onConfirm={() => mutate()}
      />
    </>
  )
}
