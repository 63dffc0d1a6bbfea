import { useTranslations } from 'use-intl/react'
import { DIGEST_PERIODS } from '#shared/accounts/preferences.ts'
import type { Preferences } from '#shared/accounts/preferences.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useHasMail } from '#web/api/site.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'
import { Section } from './section.tsx'
import { StoredPreferences } from './stored-preferences.tsx'
import { useChooseDigest, useSwitchSignInMail } from './use-preferences.ts'

/** Which mails the user gets, on a site with mail. */
export function MailSection() {
  const t = useTranslations('preferences')
  const user = useCurrentUser()
  if (!useHasMail()) return null
  const isVerified = user?.emailVerifiedAt !== null
  return (
    <Section title={t('mail')} text={isVerified ? t('mailText') : t('mailTextUnconfirmed')}>
      <StoredPreferences>{({ mail }) => <Choices mail={mail} />}</StoredPreferences>
    </Section>
  )
}

function Choices({ mail }: { mail: Preferences['mail'] }) {
  const t = useTranslations('preferences')
  const switchSignIn = useSwitchSignInMail()
  const chooseDigest = useChooseDigest()
  const names = { off: t('digestOff'), daily: t('digestDaily'), weekly: t('digestWeekly') }
  return (
    <div className="grid gap-4">
      <SwitchRow label={t('mailNewSignIn')} checked={mail.newSignIn} onCheckedChange={switchSignIn} />
      <Field label={t('digest')} hint={t('digestHint')}>
        <Select
          value={mail.digest}
          onChange={({ target }) =>
            chooseDigest(DIGEST_PERIODS.find((period) => period === target.value) ?? 'off')
          }
        >
          {DIGEST_PERIODS.map((period) => (
            <option key={period} value={period}>
              {names[period]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
