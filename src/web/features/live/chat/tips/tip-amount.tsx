import { HandCoins } from '#web/ui/icons/hand-coins.tsx'
import { useTranslations } from 'use-intl/react'
import type { ChatMessage } from '#shared/live/chat.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'

type Tip = Pick<NonNullable<ChatMessage['tip']>, 'amount' | 'isSandbox'>

/** The amount of a tip after its sender's name, marked where no money moved. */
export function TipAmount({ amount, isSandbox }: Tip) {
  const t = useTranslations('chat')
  const money = useMoney()
  return (
    <>
      <span className="sr-only">{t('tip')} </span>
      <span className="num inline-flex items-center gap-1 rounded-tag bg-action px-1.5 text-meta font-bold whitespace-nowrap text-on-action forced-colors:border">
        <HandCoins aria-hidden className="size-4 stroke-[1.9]" />
        {money(amount)}
      </span>{' '}
      {isSandbox && <SandboxNote variant="short" />}{' '}
    </>
  )
}
