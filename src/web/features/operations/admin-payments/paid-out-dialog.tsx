import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { usePayOutTip } from './use-payments.ts'

type PaidOutDialogProps = {
  tipId: string
  /** Formatted. */
  amount: string
  /** Of the creator. */
  name: string
  onClose: () => void
}

/** Records that a creator was paid by hand. */
export function PaidOutDialog({ tipId, amount, name, onClose }: PaidOutDialogProps) {
  const t = useTranslations('adminPayments')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const { mutate, isPending } = usePayOutTip(tipId, {
    onDone: () => {
      toast({ title: t('paidOutDone') })
      onClose()
    },
    onFailed: (error) => {
      showFailure(error, { title: t('paidOutFailed'), description: errorText(error) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('paidOutTitle')}
      description={t('paidOutDescription', { amount, name })}
      confirm={t('paidOutAction')}
      pending={isPending}
      onConfirm={() => mutate()}
    />
  )
}
