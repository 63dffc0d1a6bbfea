import { X } from '#web/ui/icons/x.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useSite } from '#web/api/site.ts'
import { hash } from '#web/lib/hash.ts'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** The version of the notice that a visitor has dismissed; that of a member is in the account. */
const STORAGE_KEY = 'dismissed-notice'

/** The operator's notice to all users, until it is dismissed. */
export function SiteNotice() {
  const t = useTranslations('shell')
  const notice = useSite()['general.notice']
  const user = useCurrentUser()
  const [dismissedHere, setDismissedHere] = useState(() => readStorage(STORAGE_KEY))
  const version = hash(notice).toString(36)
  const dismissed = user ? user.dismissedNotice : dismissedHere
  // Nothing while the user is loading: a dismissed notice must not flash.
  if (!notice || user === undefined || dismissed === version) return null
  const dismiss = () => {
    // The button vanishes with the notice.
    document.getElementById('main')?.focus({ preventScroll: true })
    if (user)
      void import('./dismiss-notice.ts').then((module) =>
        module.dismissNotice(user, version, { failed: t('noticeFailed') }),
      )
    else {
      setDismissedHere(version)
      writeStorage(STORAGE_KEY, version)
    }
  }
  return (
    <aside aria-label={t('notice')} className="flex items-center bg-link-soft ps-(--gutter) pe-1 text-ink">
      <p
        dir="auto"
        className="min-w-0 flex-1 py-1.5 text-center text-small font-semibold [overflow-wrap:anywhere]"
      >
        {notice}
      </p>
      <IconButton label={t('dismissNotice')} className="text-ink!" onClick={dismiss}>
        <X aria-hidden />
      </IconButton>
    </aside>
  )
}
