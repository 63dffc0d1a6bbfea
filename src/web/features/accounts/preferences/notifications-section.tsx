import { useTranslations } from 'use-intl/react'
import type { Preferences } from '#shared/accounts/preferences.ts'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'
import { StoredPreferences } from './stored-preferences.tsx'
import { Section } from './section.tsx'
import { useSwitchNotification } from './use-preferences.ts'

/** Switches for each type of notification; each is saved immediately. */
export function NotificationsSection() {
  const t = useTranslations('preferences')
  return (
    <Section title={t('notifications')} text={t('notificationsText')}>
      <StoredPreferences>{({ notifications }) => <Switches enabled={notifications} />}</StoredPreferences>
    </Section>
  )
}

function Switches({ enabled }: { enabled: Preferences['notifications'] }) {
  const t = useTranslations('preferences')
  const change = useSwitchNotification()
  const labels = {
    follow: t('notifyFollow'),
    like: t('notifyLike'),
    comment: t('notifyComment'),
    mention: t('notifyMention'),
    live: t('notifyLive'),
    video: t('notifyVideo'),
    recording: t('notifyRecording'),
    tip: t('notifyTip'),
  }
  const row = (kind: keyof typeof labels) => (
    <SwitchRow
      key={kind}
      label={labels[kind]}
      checked={enabled[kind]}
      onCheckedChange={(isEnabled) => change(kind, isEnabled)}
    />
  )
  return (
    <div className="grid gap-1.5">
      {row('follow')}
      {row('like')}
      {row('comment')}
      {row('mention')}
      {row('live')}
      {row('video')}
      {row('recording')}
      {row('tip')}
    </div>
  )
}
