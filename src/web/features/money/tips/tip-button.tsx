import { HandCoins } from '#web/ui/icons/hand-coins.tsx'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { PublicUser } from '#shared/accounts/users.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { Button } from '#web/ui/button.tsx'
import { cannotBePaid, useTipping } from './use-tipping.ts'

type TipOptions = {
  creator: PublicUser
  /** The stream in whose chat the tip is shown; null for none. */
  streamId: string | null
  /** `action` (marigold) where it is the page's main action. */
  variant?: 'action' | 'line'
  /** For a narrow row: says only 'Tip'. */
  isCompact?: boolean
}

/**
 * Opens the tip dialog, for visitors too; the creator sees no button. Where the creator can change, pass the creator's
 * id as `key`.
 */
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
export function useTip({ creator, streamId, variant = 'action', isCompact = false }: TipOptions): Tip {
  const t = useTranslations('tipButton')
  const user = useCurrentUser()
  const { Component: TipDialog, isLoading, load } = useLazyComponent(loadTipDialog)
  const [isOpen, setIsOpen] = useState(false)
  const isShown = user !== undefined && user?.id !== creator.id
  const tipping = useTipping(creator.id, isShown && user !== null)
  const press = () => void load().then(setIsOpen)
  if (!isShown) return { button: null, dialog: null }
  const isRefused = cannotBePaid(tipping.data)
  return {
    button: (
      <Button
        variant={isRefused ? 'line' : variant}
        aria-haspopup="dialog"
        // The visible text alone would not say what the button is for.
        aria-label={isRefused ? t('unavailableLabel') : isCompact ? t('tip') : undefined}
        pending={isLoading}
        onClick={press}
        size={isCompact ? 'xs' : 'md'}
        className={isRefused && !isCompact ? 'max-w-full leading-tight! whitespace-normal!' : ''}
      >
        <HandCoins aria-hidden />
        {isCompact ? t('short') : isRefused ? t('unavailable') : t('tip')}
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

type Tip = { button: ReactNode; dialog: ReactNode }

const loadTipDialog = async () => (await import('./tip-dialog.tsx')).TipDialog
