import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { reportTipAttempt } from '#shared/money/tips.ts'
import { type PublicUser, displayName } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { useLeaveGuard } from '#web/ui/overlays/leave-guard.tsx'
import { UserAvatar } from '#web/features/accounts/shared/user-avatar/user-avatar.tsx'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { isAtCheckout, isOver } from './tip-payment.ts'
import { useTipForm } from './use-tip-form.ts'
import { useTipPayment } from './use-tip-payment.ts'
import { cannotBePaid, useTipping } from './use-tipping.ts'
import { useTipView } from './use-tip-view.tsx'

type TipDialogProps = {
  creator: PublicUser
  /** The stream in whose chat the tip is shown; null for none. */
  streamId: string | null
  isSignedIn: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Tips a creator. Closing the dialog keeps its input, and asks before it gives up a payment at the checkout. */
export function TipDialog({ creator, streamId, isSignedIn, open, onOpenChange }: TipDialogProps) {
  const t = useTranslations('tipDialog')
  const name = displayName(creator)
  const form = useTipForm()
  const tipping = useTipping(creator.id, isSignedIn && open)
  useAttemptReport(creator.id, open && isSignedIn && cannotBePaid(tipping.data))
  const payment = useTipPayment({ creatorId: creator.id, streamId }, () => {
    form.reset()
    onOpenChange(false)
  })
  const { state } = payment
  const isPaying = isAtCheckout(state)
  const [isStopping, setIsStopping] = useState(false)
  if (isStopping && !isPaying) setIsStopping(false)
  const stopTexts = { title: t('stopTitle'), description: t('stopText'), confirm: t('stop') }
  const leaveGuard = useLeaveGuard(isPaying, stopTexts)

  const close = () => {
    if (isPaying) return setIsStopping(true)
    payment.cancel()
    if (isOver(state)) {
      payment.finish()
      form.reset()
    }
    onOpenChange(false)
  }
  const stop = () => {
    payment.cancel()
    onOpenChange(false)
  }
  const isSandbox = tipping.data?.isSandbox ?? false
  const { content, footer } = useTipView({ name, streamId, isSignedIn, open, form, tipping, payment, close })
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(isOpen) => (isOpen ? onOpenChange(true) : close())}
        size="narrow"
        title={<Title creator={creator} name={name} isSandbox={isSandbox} />}
        footer={footer}
      >
        {content}
      </Dialog>
      <ConfirmDialog
        {...stopTexts}
        open={isStopping && isPaying}
        onOpenChange={setIsStopping}
        cancel={t('continuePayment')}
        onConfirm={stop}
      />
      {leaveGuard.dialog}
    </>
  )
}

/** Reports that a tip failed because the creator cannot be paid, once for each time that the dialog is opened. */
function useAttemptReport(creatorId: string, hasFailed: boolean): void {
  useEffect(() => {
    if (!hasFailed) return
    call(reportTipAttempt, { params: { userId: creatorId } }).catch((error: unknown) => {
      // The dialog says what the payer needs to know: this failure is of no interest to them.
      console.warn(error)
    })
  }, [creatorId, hasFailed])
}

type TitleProps = Pick<TipDialogProps, 'creator'> & { name: string; isSandbox: boolean }

function Title({ creator, name, isSandbox }: TitleProps) {
  const t = useTranslations('tipDialog')
  return (
    <span className="flex items-center gap-3">
      <UserAvatar user={creator} size={44} decorative className="font-text" />
      <span className="grid min-w-0 justify-items-start gap-1">
        <span className="[overflow-wrap:anywhere]">
          {t.rich('title', { creator: name, name: (chunks) => <bdi>{chunks}</bdi> })}
        </span>
        {isSandbox && <SandboxNote />}
      </span>
    </span>
  )
}
