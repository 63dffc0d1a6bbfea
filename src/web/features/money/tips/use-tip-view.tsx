import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { CheckoutStep } from '#web/features/money/shared/payments/checkout-step.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadingForm, Refused, SignInPrompt } from './before-paying.tsx'
import { PayArea } from './pay-area.tsx'
import { PendingStep, RecordingStep, UnrecordedStep } from './payment-steps.tsx'
import { TipFormFields } from './tip-form-fields.tsx'
import type { TipForm } from './use-tip-form.ts'
import type { TipPaymentControl } from './use-tip-payment.ts'
import type { useTipping } from './use-tipping.ts'

type TipViewProps = {
  /** Name of the creator. */
  name: string
  streamId: string | null
  isSignedIn: boolean
  open: boolean
  form: TipForm
  tipping: ReturnType<typeof useTipping>
  payment: TipPaymentControl
  close: () => void
}
type View = { content: ReactNode; footer?: ReactNode }

/** Returns what the dialog shows in the current step. */
export function useTipView(props: TipViewProps): View {
  const { name, isSignedIn, payment, close } = props
  const t = useTranslations('tipDialog')
  const formView = useFormView(props)
  const { state } = payment
  if (!isSignedIn) return { content: <SignInPrompt /> }
  switch (state.step) {
    case 'form':
    case 'ordering':
      return formView
    case 'checkout':
      return {
        content: (
          <CheckoutStep
            key={state.checkout.id}
            checkout={state.checkout}
            approval={state.approval}
            onOutcome={payment.handleOutcome}
            onConfirm={payment.confirmApproval}
          />
        ),
        footer: (
          <Button variant="ghost" disabled={state.approval === 'checking'} onClick={payment.cancel}>
            {t('back')}
          </Button>
        ),
      }
    case 'recording':
      return { content: <RecordingStep /> }
    case 'unrecorded':
      return {
        content: <UnrecordedStep tip={state.tip} problem={state.problem} />,
        footer:
          state.problem === null ? (
            <Button variant="action" onClick={payment.retry}>
              {t('tryAgain')}
            </Button>
          ) : (
            <Button onClick={close}>{t('done')}</Button>
          ),
      }
    case 'pending':
      return {
        content: <PendingStep tip={state.tip} creator={name} />,
        footer: <Button onClick={close}>{t('done')}</Button>,
      }
    default:
      return state satisfies never
  }
}

function useFormView({ name, streamId, open, form, tipping, payment }: TipViewProps): View {
  const t = useTranslations('tipDialog')
  const id = useId()
  const { state } = payment
  const isReturn = useIsReturn(open, state.step === 'checkout')
  const { data, error } = tipping
  if (!data)
    return { content: error ? <LoadFailed title={t('loadFailed')} query={tipping} /> : <LoadingForm /> }
  if (data.reason !== null) return { content: <Refused reason={data.reason} creator={name} /> }
  const pay = () => {
    if (form.amount.kind === 'payable' && !form.isMessageTooLong)
      payment.start({ cents: form.amount.cents, message: form.message })
  }
  return {
    content: (
      <TipFormFields
        id={id}
        form={form}
        isOnStream={streamId !== null}
        problem={state.step === 'form' ? state.problem : null}
        onSubmit={pay}
      />
    ),
    footer: (
      <PayArea
        formId={id}
        form={form}
        isPending={state.step === 'ordering'}
        isSandbox={data.isSandbox}
        isReturn={isReturn}
      />
    ),
  }
}

/** Whether the dialog was at the checkout since it was opened. */
function useIsReturn(open: boolean, isAtCheckout: boolean): boolean {
  const [isReturn, setIsReturn] = useState(false)
  const next = open && (isReturn || isAtCheckout)
  if (next !== isReturn) setIsReturn(next)
  return isReturn
}
