import { Check } from '#web/ui/icons/check.tsx'
import type { SubmitEvent } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { formatCents } from '#shared/money/money.ts'
import { limit } from '#shared/settings/limits.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Textarea } from '#web/ui/forms/input.tsx'
import type { TipForm } from './use-tip-form.ts'

type TipFormFieldsProps = {
  id: string
  form: TipForm
  /** The tip is shown in the chat of a stream. */
  isOnStream: boolean
  /** Why the last payment was not made. */
  problem: string | null
  onSubmit: () => void
}

/** Amount and message. */
export function TipFormFields({ id, form, isOnStream, problem, onSubmit }: TipFormFieldsProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form id={id} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {problem !== null && <Alert>{problem}</Alert>}
      {form.presets.length > 0 && <Presets form={form} />}
      <CustomAmount form={form} />
      <Message form={form} isOnStream={isOnStream} />
    </form>
  )
}

/** Amounts to choose from: at most one is pressed, and it stays so until another amount is chosen. */
function Presets({ form }: { form: TipForm }) {
  const t = useTranslations('tipDialog')
  const format = useFormatter()
  const labels = { coffee: t('coffee'), love: t('love'), super: t('super'), big: t('big') }
  return (
    <fieldset className="grid grid-cols-2 gap-2.5">
      <legend className="sr-only">{t('amount')}</legend>
      {form.presets.map((preset) => (
        <button
          key={preset.amount}
          type="button"
          aria-pressed={form.preset === preset.amount}
          onClick={() => form.selectPreset(preset.amount)}
          className={PRESET_CLASS}
        >
          <span className="num font-display text-[1.5rem] leading-[1.15] font-extrabold">
            {format.number(preset.amount, 'dollars')}
          </span>{' '}
          <span className="text-small text-ink-2 group-aria-pressed:text-ink">{labels[preset.name]}</span>
          <Check
            aria-hidden
            className="invisible absolute end-3 top-3 size-5 stroke-[1.9] group-aria-pressed:visible"
          />
        </button>
      ))}
    </fieldset>
  )
}

const PRESET_CLASS = [
  'group relative grid min-h-[76px] content-center justify-items-start rounded-control border-[1.5px] border-line-strong px-3.5 py-3 text-start',
  'transition-colors duration-(--dur-1) ease-cloth hover:bg-raised',
  'aria-pressed:border-action-edge aria-pressed:bg-action-soft aria-pressed:shadow-[inset_0_0_0_1.5px_var(--action-edge)]',
  'forced-colors:aria-pressed:border-[Highlight]',
].join(' ')

function CustomAmount({ form: { limits, amount, custom, typeAmount } }: { form: TipForm }) {
  const t = useTranslations('tipDialog')
  return (
    <Field label={t('customAmount')} error={amount.kind === 'unreadable' ? t('unreadableAmount') : undefined}>
      {/* An amount in dollars reads from left to right in every language. */}
      <span dir="ltr" className="relative block">
        <span aria-hidden className="absolute start-3.5 top-[13px] font-semibold text-ink-2">
          {t('currencySign')}
        </span>
        <Input
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="go"
          placeholder={t('amountRange', { min: formatCents(limits.min), max: formatCents(limits.max) })}
          value={custom}
          onChange={({ currentTarget }) => typeAmount(currentTarget.value)}
          className="num ps-8"
        />
      </span>
    </Field>
  )
}

function Message({ form, isOnStream }: Pick<TipFormFieldsProps, 'form' | 'isOnStream'>) {
  const t = useTranslations('tipDialog')
  const max = limit('tipMessage')
  return (
    <Field
      label={t('message')}
      optional
      hint={isOnStream ? t('messageHintInChat') : t('messageHint')}
      error={form.isMessageTooLong ? t('messageTooLong', { max }) : undefined}
      count={form.messageLength}
      max={max}
    >
      <Textarea
        className="min-h-[84px]!"
        value={form.message}
        onChange={({ currentTarget }) => form.typeMessage(currentTarget.value)}
      />
    </Field>
  )
}
