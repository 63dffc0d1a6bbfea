import { useTranslations } from 'use-intl/react'
import { DataSaverSection } from '#web/features/accounts/preferences/data-saver-section.tsx'
import { EmailSection } from '#web/features/accounts/preferences/email-section.tsx'
import { HiddenUsersSection } from '#web/features/accounts/preferences/hidden-users-section.tsx'
import { LanguageSection } from '#web/features/accounts/preferences/language-section.tsx'
import { MailSection } from '#web/features/accounts/preferences/mail-section.tsx'
import { NotificationsSection } from '#web/features/accounts/preferences/notifications-section.tsx'
import { PasswordSection } from '#web/features/accounts/preferences/password-section.tsx'
import { SessionsSection } from '#web/features/accounts/preferences/sessions-section.tsx'
import { ThemeSection } from '#web/features/accounts/preferences/theme-section.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** `/preferences`: the current user's settings. */
export function PreferencesPage() {
  const t = useTranslations('preferences')
  usePageTitle(t('title'))
  return (
    <div className="page pt-6 pb-10 md:pt-9 md:pb-16">
      <div className="column mx-auto max-w-[1040px]">
        <PageHeading title={t('title')} />
        <div className="md:mt-2">
          <LanguageSection />
          <ThemeSection />
          <DataSaverSection />
          <NotificationsSection />
          <MailSection />
          <HiddenUsersSection kind="block" />
          <HiddenUsersSection kind="mute" />
          <PasswordSection />
          <EmailSection />
          <SessionsSection />
        </div>
      </div>
    </div>
  )
}
