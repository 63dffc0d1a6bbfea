import { useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SignUpMode } from '#shared/settings/public-settings.ts'
import { useSite } from '#web/api/site.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { RegisterForm } from './register-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

export type AuthTab = 'sign-in' | 'create'

type AuthPanelProps = {
  tab: AuthTab
  onTabChange: (tab: AuthTab) => void
  setupToken: string | null
  /** The token of an invitation. */
  invitation: string | null
  onDiscardSetupToken: () => void
  /** Called after sign-in. */
  onDone: () => void
}

/** Tabs with the forms to sign in and to create an account. */
export function AuthPanel(props: AuthPanelProps) {
  const { tab, onTabChange, setupToken, invitation, onDiscardSetupToken, onDone } = props
  const t = useTranslations('auth')
  const mode = useSite()['general.signUp']
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
      label={t('tabs')}
      value={tab}
      onValueChange={(value) => onTabChange(value === 'create' ? 'create' : 'sign-in')}
      tabs={[
        { value: 'sign-in', label: t('signIn'), content: <SignInForm {...sharedProps} /> },
        {
          value: 'create',
          label: t('createAccount'),
          content: mayRegister(mode, { setupToken, invitation }) ? (
            <RegisterForm
              {...sharedProps}
              setupToken={setupToken}
              invitation={invitation}
              needsApproval={mode === 'approval' && setupToken === null && invitation === null}
              onDiscardSetupToken={onDiscardSetupToken}
            />
          ) : (
            <p className="text-ink-2">
              {mode === 'invitation' ? t('invitationOnly') : t('registrationClosed')}
            </p>
          ),
        },
      ]}
    />
  )
}

function mayRegister(
  mode: SignUpMode,
  { setupToken, invitation }: Pick<AuthPanelProps, 'setupToken' | 'invitation'>,
): boolean {
  if (setupToken !== null || mode === 'open' || mode === 'approval') return true
  return mode === 'invitation' && invitation !== null
}
