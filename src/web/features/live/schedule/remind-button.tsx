import { BellPlus } from '#web/ui/icons/bell-plus.tsx'
import { BellRing } from '#web/ui/icons/bell-ring.tsx'
import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { signInUrl } from '#web/api/sign-in-url.ts'
import { Button } from '#web/ui/button.tsx'
import { useToggleReminder } from './stream-reminder.ts'

type RemindButtonProps = {
  stream: Pick<Stream, 'id' | 'remindersCount' | 'viewer'>
  size?: ComponentProps<typeof Button>['size']
}

/** Toggles a reminder. Visitors get a sign-in link; the owner gets no button. */
export function RemindButton({ stream, size }: RemindButtonProps) {
  const user = useCurrentUser()
  if (stream.viewer.isOwner) return null
  return user ? <Toggle stream={stream} size={size} /> : <SignIn size={size} />
}

function Toggle({ stream, size }: RemindButtonProps) {
  const t = useTranslations('schedule')
  const toggle = useToggleReminder(stream.id)
  const { hasReminder } = stream.viewer
  // What the user asked for last: a failure reverts it, and has a message of its own.
  const [requested, setRequested] = useState<boolean | null>(null)
  return (
    <>
      <Button
        variant={hasReminder ? 'on' : 'line'}
        size={size}
        aria-pressed={hasReminder}
        onClick={() => {
          setRequested(!hasReminder)
          toggle()
        }}
      >
        {hasReminder ? <BellRing aria-hidden /> : <BellPlus aria-hidden />}
        {hasReminder ? t('reminderSet') : t('remindMe')}
      </Button>
      <output className="sr-only">
        {requested === hasReminder && (hasReminder ? t('reminderSetText') : t('reminderRemoved'))}
      </output>
    </>
  )
}

function SignIn({ size }: Pick<RemindButtonProps, 'size'>) {
  const t = useTranslations('schedule')
  const { path, search } = useCurrentLocation()
  return (
    <Button asChild size={size}>
      <a href={signInUrl(path + search)} data-tooltip={t('signInToRemind')}>
        <BellPlus aria-hidden />
        {t('remindMe')}
      </a>
    </Button>
  )
}
