import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { CreatorPro } from '#shared/money/creator-pro.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { Checkout } from './use-checkout.ts'
import { useCancel } from './use-creator-pro.ts'

/** What the user can do in this state. */
export function SubscriptionActions({ state, checkout }: { state: CreatorPro; checkout: Checkout }) {
  const t = useTranslations('creatorPro')
  const isPremium = useCurrentUser()?.isPremium
  const { status, isOffered } = state
  const canStart = isOffered && (status === 'pending' || (status === 'none' && !isPremium))
  const canCheck = status === 'pending' || status === 'grace' || status === 'suspended'
  const canCancel = canCheck || status === 'active'
  if (!canStart && !canCancel) return null
  return (
    <div className="flex flex-wrap gap-3">
      {canStart && (
        <Button
          variant="action"
          size="lg"
          pending={checkout.isStarting}
          pendingText={t('opening')}
          onClick={checkout.start}
        >
          {status === 'pending' ? t('continue') : t('subscribe')}
        </Button>
      )}
      {canCheck && (
        <Button
          pending={checkout.isChecking}
          pendingText={t('checking')}
          className={status === 'pending' ? 'min-h-[54px]' : ''}
          onClick={checkout.check}
        >
          {t('check')}
        </Button>
      )}
      {canCancel && <Cancel state={state} />}
    </div>
  )
}

function Cancel({ state: { status, renewsAt } }: { state: CreatorPro }) {
  const t = useTranslations('creatorPro')
  const format = useFormatter()
  const [isOpen, setIsOpen] = useState(false)
  const showFailure = useFailureToast()
  const { mutate, isPending } = useCancel({
    onDone: ({ status: after }) => {
      setIsOpen(false)
      toast({ title: after === 'cancelled' ? t('cancelled') : t('subscriptionEnded') })
    },
    onFailed: (error) => showFailure(error, { title: t('cancelFailed'), description: t('cancelFailedText') }),
  })
  const texts = () => {
    if (status === 'pending') return t('cancelPendingText')
    if (renewsAt === null) return t('cancelUnpaid')
    return t('cancelText', { date: format.dateTime(new Date(renewsAt), 'longDate') })
  }
  return (
    <>
      <Button
        variant={status === 'pending' ? 'ghost' : 'line'}
        className={status === 'pending' ? 'min-h-[54px]' : ''}
        onClick={() => setIsOpen(true)}
      >
        {status === 'pending' ? t('cancelPending') : t('cancel')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={status === 'pending' ? t('cancelPendingTitle') : t('cancelTitle')}
        description={texts()}
        confirm={status === 'pending' ? t('cancelPending') : t('cancel')}
        cancel={t('keep')}
        pending={isPending}
        onConfirm={() => mutate()}
      />
    </>
  )
}
