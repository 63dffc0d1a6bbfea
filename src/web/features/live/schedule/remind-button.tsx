import { BellPlus } from '#web/ui/icons/bell-plus.tsx'
import { BellRing } from '#web/ui/icons/bell-ring.tsx'
import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { signInUrl } from '#web/api/sign-in-url.ts'
import { Button } from '#web/ui/button.tsx'
import { useToggleReminder } from './stream-reminder.ts'

type RemindButtonProps = { stream: Pick<Stream, 'id' | 'remindersCount' | 'viewer'> }

/** Toggles a reminder. Visitors get a sign-in link; the owner gets no button. */
export function RemindButton({ stream }: RemindButtonProps) {
  const user = useCurrentUser()
  if (stream.viewer.isOwner) return null
  return user ? <Toggle stream={stream} /> : <SignIn />
}

function Toggle({ stream }: RemindButtonProps) {
  const t = useTranslations('schedule')
  const toggle = useToggleReminder(stream.id)
  const { hasReminder } = stream.viewer
  return (
    <Button variant={hasReminder ? 'on' : 'line'} aria-pressed={hasReminder} onClick={toggle}>
      {hasReminder ? <BellRing aria-hidden /> : <BellPlus aria-hidden />}
      {hasReminder ? t('reminderSet') : t('remindMe')}
    </Button>
  )
}

function SignIn() {
  const t = useTranslations('schedule')
  const { path, search } = useCurrentLocation()
  return (
    <Button asChild>
      <a href={signInUrl(path + search)} data-tooltip={t('signInToRemind')}>
        <BellPlus aria-hidden />
        {t('remindMe')}
      </a>
    </Button>
  )
}
