import { useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { RegisterForm } from './register-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

export type AuthTab = 'sign-in' | 'create'

type AuthPanelProps = {
  tab: AuthTab
  onTab: (tab: AuthTab) => void
  setupToken: string | null
  onWithoutSetup: () => void
  /** The member is signed in. */
  onDone: () => void
}

/** Sign in or create an account, side by side as tabs. Other ways to sign in will stand under the forms. */
export function AuthPanel({ tab, onTab, setupToken, onWithoutSetup, onDone }: AuthPanelProps) {
  const t = useTranslations('auth')
  const isOpen = useSite()['general.signUpOpen'] || setupToken !== null
  // The address that was typed on one tab is there on the other.
  const email = useRef('')
  const shared = {
    get email() {
      return email.current
    },
    onEmail: (typed: string) => {
      email.current = typed
    },
    onDone,
  }
  return (
    <Tabs
      fill
      label={t('choice')}
      value={tab}
      onValueChange={(value) => onTab(value === 'create' ? 'create' : 'sign-in')}
      tabs={[
        { value: 'sign-in', label: t('signIn'), content: <SignInForm {...shared} /> },
        {
          value: 'create',
          label: t('createAccount'),
          content: isOpen ? (
            <RegisterForm {...shared} setupToken={setupToken} onWithoutSetup={onWithoutSetup} />
          ) : (
            <p className="text-ink-2">{t('closed')}</p>
          ),
        },
      ]}
    />
  )
}
