import { Ban } from '#web/ui/icons/ban.tsx'
import { Check } from '#web/ui/icons/check.tsx'
import { MessageSquareWarning } from '#web/ui/icons/message-square-warning.tsx'
import { ShieldCheck } from '#web/ui/icons/shield-check.tsx'
import { Timer } from '#web/ui/icons/timer.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { CaseDetails, ModerationAction } from '#shared/operations/moderation.ts'
import { Button } from '#web/ui/button.tsx'

type CaseActionsProps = { details: CaseDetails; onChoose: (action: ModerationAction) => void }

/** What the moderator may do with a case; each opens a dialog. */
export function CaseActions({ details: { actions, state, heldWord }, onChoose }: CaseActionsProps) {
  const t = useTranslations('moderation')
  if (actions.length === 0)
    return state === 'closed' ? null : <p className="text-small text-ink-2">{t('noActions')}</p>
  const names: Record<ModerationAction, { name: string; icon: ReactNode }> = {
    dismiss: { name: heldWord === null ? t('dismiss') : t('approve'), icon: <Check aria-hidden /> },
    remove: { name: t('remove'), icon: <Ban aria-hidden /> },
    warn: { name: t('warn'), icon: <MessageSquareWarning aria-hidden /> },
    timeout: { name: t('timeout'), icon: <Timer aria-hidden /> },
    hand_over: { name: t('handOver'), icon: <ShieldCheck aria-hidden /> },
  }
  return (
    <section aria-label={t('actions')} className="flex flex-wrap gap-2.5">
      {actions.map((action) => (
        <Button
          key={action}
          variant={action === 'remove' ? 'danger' : 'line'}
          aria-haspopup="dialog"
          className="max-w-full whitespace-normal! max-sm:flex-[1_0_40%] max-sm:px-2.5!"
          onClick={() => onChoose(action)}
        >
          {names[action].icon}
          {names[action].name}
        </Button>
      ))}
    </section>
  )
}
