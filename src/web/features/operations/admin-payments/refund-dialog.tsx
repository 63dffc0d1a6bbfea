import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { type AdminPayment, MAX_REASON } from '#shared/operations/admin-payments.ts'
import { lineLength } from '#shared/fields.ts'
import { formatCents, parseCents } from '#shared/money/money.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { checkAmount } from '#web/features/money/shared/payments/check-amount.ts'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { OwnSandboxSurface } from '#web/features/notifications/shared/money/sandbox-scope.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input } from '#web/ui/forms/input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useRefundTip } from './use-payments.ts'

type RefundDialogProps = {
  payment: AdminPayment & { tipId: string }
  /** Decimal text. */
  left: string
  payer: string
  creator: string
  onClose: () => void
}

/** Refunds a tip, or a part of it; shows what to do where the provider refuses. */
export function RefundDialog({ payment, left, payer, creator, onClose }: RefundDialogProps) {
  const t = useTranslations('adminPayments')
  const money = useMoney()
  const [amount, setAmount] = useState(left)
  const [reason, setReason] = useState('')
  const onDone = ({ refundedAmount }: AdminPayment) => {
    const isPending = refundedAmount === payment.refundedAmount
    toast(
      isPending
        ? { title: t('refundPending'), description: t('refundPendingText') }
        : { title: t('refundDone') },
    )
    onClose()
  }
  const { mutate, isPending, error } = useRefundTip(payment.tipId, { onDone })
  const check = checkAmount(amount, { min: 1, max: parseCents(left) ?? 0 })
  const amountText = check.kind === 'payable' ? formatCents(check.cents) : null
  const isTooLong = lineLength(reason) > MAX_REASON
  const submit = () => {
    if (amountText !== null)
      mutate({
        amount: amountText,
        refundedAmount: payment.refundedAmount,
        ...(reason.trim() !== '' && { reason: reason.trim() }),
      })
  }
  return (
    <FormDialog
      size="narrow"
      title={t('refundTitle')}
      description={t.rich('refundDescription', { name: payer, bdi: isolated })}
      submit={amountText === null ? t('refund') : t('refundSubmit', { amount: money(amountText) })}
      isDangerous
      isPending={isPending}
      canSubmit={amountText !== null && !isTooLong}
      onSubmit={submit}
      onClose={onClose}
    >
      {payment.isSandbox && (
        <OwnSandboxSurface>
          <p>
            <SandboxNote />
          </p>
        </OwnSandboxSurface>
      )}
      {payment.isPaidToCreator && (
        <p className="text-small">{t.rich('refundDirect', { creator, bdi: isolated })}</p>
      )}
      {payment.paidOutAt !== null && (
        <p className="text-small">{t.rich('refundPaidOut', { creator, bdi: isolated })}</p>
      )}
      <Field
        label={t('amount')}
        hint={t('amountHint', { amount: money(left) })}
        error={amountText === null ? t('amountInvalid', { amount: money(left) }) : undefined}
      >
        <Input
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          className="num"
          value={amount}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
      </Field>
      <Field
        label={t('reason')}
        hint={t('reasonHint')}
        count={lineLength(reason)}
        max={MAX_REASON}
        error={isTooLong ? t('reasonTooLong', { max: MAX_REASON }) : undefined}
        optional
      >
        <Input value={reason} onChange={({ currentTarget }) => setReason(currentTarget.value)} />
      </Field>
      <Refusal error={error} />
    </FormDialog>
  )
}

function Refusal({ error }: { error: unknown }) {
  const t = useTranslations('adminPayments')
  const errorText = useErrorText()
  if (!error) return null
  const isRefused = error instanceof ApiError && error.code === 'refund_refused'
  const ofAmount = error instanceof ApiError ? error.fields[0]?.message : undefined
  return (
    <Alert title={isRefused ? t('refundRefused') : t('refundFailed')}>
      <p className="[overflow-wrap:anywhere]">{ofAmount ?? errorText(error)}</p>
    </Alert>
  )
}
