import { ExternalLink } from '#web/ui/icons/external-link.tsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { CheckoutMode } from '#shared/money/payments.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type CheckoutOutcome, useCheckoutOutcome } from './use-checkout-outcome.ts'

/** An order or a subscription that waits for its approval. */
export type OpenCheckout = {
  /** The provider's id. */
  id: string
  mode: CheckoutMode
}

/**
 * Once the payer says that it is approved: `checking` while the server asks the provider, `missing` if it is not
 * approved.
 */
export type Approval = 'open' | 'checking' | 'missing'

type CheckoutStepProps = {
  checkout: OpenCheckout
  approval: Approval
  /** May be called more than once for the same outcome. */
  onOutcome: (outcome: CheckoutOutcome) => void
  /** The payer says that it is approved. */
  onConfirm: () => void
}

/** The provider's checkout in a frame, or a link that opens it in a new tab. Needs the checkout's id as its key. */
export function CheckoutStep({ checkout: { id, mode }, approval, onOutcome, onConfirm }: CheckoutStepProps) {
  const t = useTranslations('checkout')
  const frame = useCheckoutOutcome(id, onOutcome)
  const path = `/checkout/${encodeURIComponent(id)}`
  const confirm = (
    <Button pending={approval === 'checking'} className="max-md:w-full" onClick={onConfirm}>
      {t('isApproved')}
    </Button>
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {mode === 'frame' ? (
        <FramedCheckout path={path} frame={frame} confirm={confirm} />
      ) : (
        <CheckoutTab path={path} confirm={confirm} />
      )}
      <output className="block text-small text-ink-2 empty:hidden">
        {approval === 'missing' && t('notApproved')}
      </output>
    </div>
  )
}

type CheckoutTabProps = { path: string; confirm: ReactNode }

function CheckoutTab({ path, confirm }: CheckoutTabProps) {
  const t = useTranslations('checkout')
  const link = useRef<HTMLAnchorElement>(null)
  // The control that opened this step has been removed.
  useEffect(() => link.current?.focus(), [])
  return (
    <>
      <p>{t('opensInTab')}</p>
      <div className="flex flex-wrap gap-2.5">
        {/* A link that the payer follows: browsers block windows that a script opens after a request. */}
        <Button asChild variant="action" className="max-md:w-full">
          <a ref={link} href={path} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            {t('open')}
          </a>
        </Button>
        {confirm}
      </div>
    </>
  )
}

type FramedCheckoutProps = CheckoutTabProps & { frame: RefObject<HTMLIFrameElement | null> }

function FramedCheckout({ path, frame, confirm }: FramedCheckoutProps) {
  const t = useTranslations('checkout')
  const [state, setState] = useState<'loading' | 'shown' | 'blocked'>('loading')
  const [isInTab, setIsInTab] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const hadFocus = useRef(false)
  const isBlocked = state === 'blocked'
  useEffect(() => frame.current?.focus(), [frame])
  useEffect(() => {
    if (isBlocked && hadFocus.current) link.current?.focus()
  }, [isBlocked])
  return (
    <>
      {!isBlocked && (
        <div className="relative">
          {state === 'loading' && <Spinner className="absolute inset-0 m-auto" />}
          <iframe
            ref={frame}
            src={path}
            title={t('title')}
            allow="payment"
            className="block h-[min(22rem,56dvh)] w-full rounded-card border border-line"
            onLoad={({ currentTarget }) => {
              hadFocus.current = document.activeElement === currentTarget
              setState(isReadable(currentTarget) ? 'shown' : 'blocked')
            }}
          />
        </div>
      )}
      <p className="text-small text-ink-2">{isBlocked ? t('frameBlocked') : t('frameFails')}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button
          asChild
          variant={isBlocked ? 'action' : 'line'}
          className="max-md:w-full"
          onClick={() => setIsInTab(true)}
        >
          <a ref={link} href={path} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            {t('openInTab')}
          </a>
        </Button>
        {(isBlocked || isInTab) && confirm}
      </div>
    </>
  )
}

/** The browser shows a page of its own, of another origin, where a page may not be framed. */
function isReadable(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentDocument !== null
  } catch {
    return false
  }
}
