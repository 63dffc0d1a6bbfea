import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { DIALOG_PANEL, DIALOG_SCRIM, useBackCloses, useReturnFocus } from './overlay.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the subject: 'Delete "Sunday stew"?' */
  title: ReactNode
  /** The consequence of confirming. */
  description: ReactNode
  /** Further form controls. */
  children?: ReactNode
  /** Label of the confirm button: a verb. */
  confirm: ReactNode
  cancel?: ReactNode
  /** Icon of a destructive action; also gives the confirm button the danger variant. */
  danger?: ReactNode
  pending?: boolean
  /** Off for the confirmation of a back navigation itself. */
  backCloses?: boolean
  /** The dialog stays open until `onOpenChange(false)`. */
  onConfirm: () => void
}

/** Confirms an action that cannot be undone; only its buttons, Escape and the browser's back button close it. */
export function ConfirmDialog({ open, onOpenChange, title, description, ...rest }: ConfirmDialogProps) {
  const t = useTranslations('ui')
  const returnFocus = useReturnFocus(open)
  const {
    children,
    confirm,
    cancel = t('cancel'),
    danger,
    pending = false,
    backCloses = true,
    onConfirm,
  } = rest
  useBackCloses(open && backCloses, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={DIALOG_SCRIM}>
          <Radix.Content className={`${DIALOG_PANEL} md:max-w-[480px]`} onCloseAutoFocus={returnFocus}>
            <div className="min-h-0 overflow-y-auto px-4 pt-5 pb-4 md:px-6">
              <Radix.Title>{title}</Radix.Title>
              <Radix.Description className="mt-2 text-ink-2">{description}</Radix.Description>
              {children && <div className="mt-4">{children}</div>}
            </div>
            <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-3.5 md:px-6">
              <Radix.Cancel asChild>
                <Button variant="ghost">{cancel}</Button>
              </Radix.Cancel>
              <Button variant={danger ? 'danger' : 'action'} pending={pending} onClick={onConfirm}>
                {danger}
                {confirm}
              </Button>
            </footer>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
