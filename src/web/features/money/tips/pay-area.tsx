import { Lock } from '#web/ui/icons/lock.tsx'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { CURRENCY, formatCents } from '#shared/money/money.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { Button } from '#web/ui/button.tsx'
import type { TipForm } from './use-tip-form.ts'

type PayAreaProps = {
  formId: string
  form: TipForm
  isPending: boolean
  isSandbox: boolean
  /** The payer comes back to the form: the button gets the focus. */
  isReturn: boolean
}

/** The amount and its button, once there is an amount that can be paid; until then what is missing. */
export function PayArea({ formId, form, isPending, isSandbox, isReturn }: PayAreaProps) {
  const { amount } = form
  return (
    <div className="grid w-full gap-2">
      <output className="block text-center text-ink-2 empty:hidden">
        <AmountMessage form={form} />
      </output>
      {amount.kind === 'payable' && (
        <>
          <Total cents={amount.cents} />
          <PayButton
            formId={formId}
            cents={amount.cents}
            isPending={isPending}
            isDisabled={form.isMessageTooLong}
            isFocused={isReturn}
          />
          <Footnote isSandbox={isSandbox} />
        </>
      )}
    </div>
  )
}

function AmountMessage({ form: { amount, limits } }: { form: TipForm }) {
  const t = useTranslations('tipDialog')
  const money = useMoney()
  switch (amount.kind) {
    case 'payable':
      return null
    case 'tooSmall':
      return t('minimum', { amount: money(formatCents(limits.min)) })
    case 'tooLarge':
      return t('maximum', { amount: money(formatCents(limits.max)) })
    case 'missing':
    case 'unreadable':
      return t('noAmount')
    default:
      return amount satisfies never
  }
}

function Total({ cents }: { cents: number }) {
  const t = useTranslations('tipDialog')
  const money = useMoney()
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="text-ink-2">{t('youSend')}</span>
      <span className="num font-display text-[1.5rem] leading-[1.2] font-extrabold">
        {money(formatCents(cents))}{' '}
        <small className="font-text text-meta font-semibold tracking-normal text-ink-2">{CURRENCY}</small>
      </span>
    </p>
  )
}

type PayButtonProps = {
  formId: string
  cents: number
  isPending: boolean
  isDisabled: boolean
  isFocused: boolean
}

function PayButton({ formId, cents, isPending, isDisabled, isFocused }: PayButtonProps) {
  const t = useTranslations('tipDialog')
  const money = useMoney()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) button.current?.focus()
  }, [isFocused])
  return (
    <Button
      ref={button}
      type="submit"
      form={formId}
      variant="action"
      size="lg"
      className="w-full"
      pending={isPending}
      pendingText={t('opening')}
      disabled={isDisabled}
    >
      <Lock aria-hidden />
      {t('pay', { amount: money(formatCents(cents)) })}
    </Button>
  )
}

function Footnote({ isSandbox }: { isSandbox: boolean }) {
  const t = useTranslations('tipDialog')
  return (
    // The title says that no money moves.
    !isSandbox && <p className="text-center text-meta text-ink-3">{t('providerNote')}</p>
  )
}
