import { useTranslations } from 'use-intl/react'
import { isolated } from '#web/lib/text/isolated.tsx'
import { useHiding } from '#web/features/accounts/shared/safety/use-hiding.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { CachedUser } from './use-user.ts'

/** Shown in place of what a user publishes, when one of the two has blocked the other. */
export function HiddenProfile({ user, name }: { user: CachedUser; name: string }) {
  const t = useTranslations('profile')
  const hiding = useTranslations('hiding')
  const { mutate, isPending } = useHiding({ id: user.id, name })
  if (!user.blockedByMe)
    return (
      <EmptyState level={2} title={t('hiddenTitle')} isPlain>
        {t('hiddenText')}
      </EmptyState>
    )
  return (
    <EmptyState
      level={2}
      isPlain
      title={t.rich('blockedTitle', { name, bdi: isolated })}
      action={
        <Button pending={isPending} onClick={() => mutate({ kind: 'block', isOn: false })}>
          {hiding('unblock')}
        </Button>
      }
    >
      {t('blockedText')}
    </EmptyState>
  )
}
