import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { useLocation, useSearch } from 'wouter'
import { returnTo as returnToSchema } from '#shared/accounts/auth.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useSite } from '#web/api/site.ts'
import { AuthFrame } from '#web/features/accounts/auth/auth-frame.tsx'
import { AuthPanel, type AuthTab } from '#web/features/accounts/auth/auth-panel.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'

/**
 * `/auth/login`. Query: `returnTo` is the address after sign-in, `setup` a set-up token, `invitation` that of an
 * invitation, `tab=create` registration.
 */
export function LoginPage() {
  const user = useCurrentUser()
  const { returnTo } = useLoginParams()
  useEffect(() => {
    if (user) location.replace(returnTo)
  }, [user, returnTo])
  return user === null ? <Login /> : <PageSpinner />
}

function Login() {
  const t = useTranslations('auth')
  const { tab, setupToken, invitation, returnTo, setParams } = useLoginParams()
  const site = useSite()['general.siteName']
  const accountTitle = tab === 'create' ? t('createTitle', { site }) : t('signInTitle', { site })
  const title = setupToken ? t('setupTitle') : accountTitle
  return (
    <AuthFrame title={title}>
      {setupToken && (
        <p className="mt-4 rounded-control bg-link-soft px-4 py-3 text-small text-link">{t('setupText')}</p>
      )}
      <div className="mt-4 md:mt-6">
        <AuthPanel
          tab={tab}
          onTabChange={(chosen) => setParams({ tab: chosen === 'create' ? 'create' : null })}
          setupToken={setupToken}
          invitation={invitation}
          onDiscardSetupToken={() => setParams({ setup: null, tab: 'create' })}
          // A full page load, as the document embeds the current user.
          onDone={() => location.assign(returnTo)}
        />
      </div>
    </AuthFrame>
  )
}

/** The parameters of the page's URL, and a function that replaces them without a history entry. */
function useLoginParams() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const params = new URLSearchParams(search)
  const parsedReturnTo = returnToSchema.safeParse(params.get('returnTo'))
  const setupToken = params.get('setup') || null
  const invitation = params.get('invitation') || null
  const isCreating = params.get('tab') === 'create' || (setupToken !== null && params.get('tab') === null)
  const setParams = (changes: { tab?: string | null; setup?: null }) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes))
      if (value === null) next.delete(name)
      else next.set(name, value)
    navigate(next.size > 0 ? `${path}?${next}` : path, { replace: true })
  }
  const tab: AuthTab = isCreating ? 'create' : 'sign-in'
  return {
    returnTo: parsedReturnTo.success ? parsedReturnTo.data : '/',
    setupToken,
    invitation,
    tab,
    setParams,
  }
}
