import { useTranslations } from 'use-intl/react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { EmojiEditor } from '#web/features/live/creator-emoji/emoji-editor.tsx'
import { PayoutForm } from '#web/features/money/payout/payout-form.tsx'
import { ProfileForm } from '#web/features/community/profile-form/profile-form.tsx'
import { CreatorPage } from '#web/shell/creator-page.tsx'
import { LinksEditor } from '#web/features/community/social-links/links-editor.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { FormSection } from '#web/ui/forms/form-section.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** `/creator/profile`, for signed-in users: profile settings with custom tags, social links, chat emoji and the payout
 * address. */
export function CreatorProfilePage() {
  const t = useTranslations('profileForm')
  const links = useTranslations('socialLinks')
  const emoji = useTranslations('creatorEmoji')
  const payout = useTranslations('payout')
  const user = useCurrentUser()
  usePageTitle(t('creatorTitle'))
  if (!user) return <PageSpinner />
  return (
    <CreatorPage>
      <div className="max-w-[640px] lg:max-w-[1040px]">
        <PageHeading title={t('creatorTitle')} />
        <ProfileForm user={user} isCreator />
        <FormSection title={links('title')} text={links('text')}>
          <LinksEditor />
        </FormSection>
        <FormSection title={emoji('title')} text={emoji('text')}>
          <EmojiEditor isPremium={user.isPremium} />
        </FormSection>
        <FormSection title={payout('title')} text={payout('text')}>
          <PayoutForm />
        </FormSection>
      </div>
    </CreatorPage>
  )
}
