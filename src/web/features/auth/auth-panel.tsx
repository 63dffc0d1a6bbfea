import { useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { RegisterForm } from './register-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

export type AuthTab = 'sign-in' | 'create'

type AuthPanelProps = {
  tab: AuthTab
  onTabChange: (tab: AuthTab) => void
  setupToken: string | null
  onDiscardSetupToken: () => void
  /** Called after sign-in. */
  onDone: () => void
}

/** Tabs with the forms to sign in and to create an account. */
export function AuthPanel({ tab, onTabChange, setupToken, onDiscardSetupToken, onDone }: AuthPanelProps) {
  const t = useTranslations('auth')
  const isSignUpOpen = useSite()['general.signUpOpen'] || setupToken !== null
  // Keeps the e-mail address when the tab changes.
  const email = useRef('')
  const sharedProps = {
    get email() {
      return email.current
    },
    onEmailChange: (value: string) => {
      email.current = value
    },
    onDone,
  }
  return (
    <Tabs
      fill
      label={t('choice')}
      value={tab}
      onValueChange={(value) => onTabChange(value === 'create' ? 'create' : 'sign-in')}
      tabs={[
        { value: 'sign-in', label: t('signIn'), content: <SignInForm {...sharedProps} /> },
        {
          value: 'create',
          label: t('createAccount'),
          content: isSignUpOpen ? (
            <RegisterForm
              {...sharedProps}
              setupToken={setupToken}
              onDiscardSetupToken={onDiscardSetupToken}
            />
          ) : (
            <p className="text-ink-2">{t('closed')}</p>
          ),
        },
      ]}
    />
  )
}
