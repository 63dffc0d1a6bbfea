import { X } from '#web/ui/icons/x.tsx'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { DIALOG_PANEL, DIALOG_SCRIM, ignoreToasterClicks, useBackCloses, useReturnFocus } from './overlay.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Announced together with the title. */
  description?: ReactNode
  children: ReactNode
  /** Buttons; stays in view while the body scrolls. */
  footer?: ReactNode
  /** 480 px or 672 px wide; below 768 px both are a bottom sheet. */
  size?: 'narrow' | 'wide'
  /** Called on closing: returns where the focus goes, null for the element that had it before. */
  findReturnFocus?: () => HTMLElement | null
}

/** A modal dialog: focus is trapped, and returned on closing; the browser's back button closes it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'wide',
  findReturnFocus,
}: DialogProps) {
  const t = useTranslations('ui')
  const returnFocus = useReturnFocus(open, findReturnFocus)
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={DIALOG_SCRIM}>
          <Radix.Content
            className={`${DIALOG_PANEL} ${size === 'narrow' ? 'md:max-w-[480px]' : 'md:max-w-[672px]'}`}
            onCloseAutoFocus={returnFocus}
            onInteractOutside={ignoreToasterClicks}
            {...(!description && { 'aria-describedby': undefined })}
          >
            <header className="flex items-center justify-between gap-3 pt-4 pe-3 pb-3 ps-4 md:ps-6">
              <Radix.Title className="min-w-0">{title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton label={t('close')}>
                  <X aria-hidden />
                </IconButton>
              </Radix.Close>
            </header>
            {/* The scroll padding shows a focused text field as a whole, not only its first line. */}
            <div className="min-h-0 flex-1 scroll-pb-32 overflow-y-auto px-4 pt-1 pb-5 md:px-6">
              {description && (
                <Radix.Description className="mb-3 text-ink-2">{description}</Radix.Description>
              )}
              {children}
            </div>
            {footer && (
              <footer className="flex flex-wrap items-center justify-end gap-3 border-t border-line bg-surface px-4 py-3.5 md:px-6">
                {footer}
              </footer>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
