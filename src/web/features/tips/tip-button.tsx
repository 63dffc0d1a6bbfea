import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { reportTipAttempt } from '#shared/tips.ts'
import type { PublicUser } from '#shared/users.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { Button } from '#web/ui/button.tsx'
import { type Tipping, useTipping } from './use-tipping.ts'

type TipOptions = {
  creator: PublicUser
  /** The stream in whose chat the tip is shown; null for none. */
  streamId: string | null
  /** `action` (marigold) where it is the page's main action. */
  variant?: 'action' | 'line'
}

/** Opens the tip dialog, for visitors too; the creator itself sees no button. Needs the creator's id as its key where that changes. */
export function TipButton(options: TipOptions) {
  const { button, dialog } = useTip(options)
  return (
    <>
      {button}
      {dialog}
    </>
  )
}

/**
 * `TipButton` in two parts, for a page that replaces the part with the button. The dialog keeps its form and its payment while it
 * is closed. Its code is loaded on the first press.
 */
export function useTip({ creator, streamId, variant = 'action' }: TipOptions): Tip {
  const t = useTranslations('tipButton')
  const user = useCurrentUser()
  const { Component: TipDialog, isLoading, load } = useLazyComponent(loadTipDialog)
  const [isOpen, setIsOpen] = useState(false)
  const isShown = user !== undefined && user?.id !== creator.id
  const tipping = useTipping(creator.id, isShown && user !== null)
  const press = () => {
    void load().then(setIsOpen)
    if (user && isUnpaid(tipping.data)) void tellCreator(creator.id)
  }
  if (!isShown) return { button: null, dialog: null }
  const isMuted = isUnpaid(tipping.data)
  return {
    button: (
      <Button
        variant={isMuted ? 'line' : variant}
        aria-haspopup="dialog"
        pending={isLoading}
        onClick={press}
        className={isMuted ? 'max-w-full whitespace-normal!' : ''}
      >
        <HandCoins aria-hidden />
        {isMuted ? t('tipNotYet') : t('tip')}
      </Button>
    ),
    dialog: TipDialog && (
      <TipDialog
        creator={creator}
        streamId={streamId}
        isSignedIn={user !== null}
        open={isOpen}
        onOpenChange={setIsOpen}
      />
    ),
  }
}

const isUnpaid = (tipping: Tipping | undefined) =>
  tipping?.reason === 'no_payout' || tipping?.reason === 'country'

/** The dialog says what the payer needs to know: a failure is of no interest to them. */
async function tellCreator(creatorId: string): Promise<void> {
  try {
    await call(reportTipAttempt, { params: { userId: creatorId } })
  } catch (error) {
    console.warn(error)
  }
}

type Tip = { button: ReactNode; dialog: ReactNode }

const loadTipDialog = async () => (await import('./tip-dialog.tsx')).TipDialog
