import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from './dialog.tsx'

type FormDialogProps = {
  title: ReactNode
  /** Announced together with the title. */
  description?: ReactNode
  size?: 'narrow' | 'wide'
  /** Label of the submit button: a verb. */
  submit: ReactNode
  pendingText?: string
  isPending: boolean
  /** Off while a field is missing or wrong. */
  canSubmit: boolean
  /** Gives the submit button the danger variant. */
  isDangerous?: boolean
  /** The fields. */
  children: ReactNode
  /** Not called while pending, nor unless `canSubmit`. */
  onSubmit: (form: HTMLFormElement) => void
  onClose: () => void
  /** As that of `Dialog`. */
  findReturnFocus?: () => HTMLElement | null
}

/** An open dialog with a form, which its footer submits or cancels. Shows its own errors instead of the browser's. */
export function FormDialog({
  title,
  description,
  size,
  children,
  onSubmit,
  onClose,
  findReturnFocus,
  ...button
}: FormDialogProps) {
  const t = useTranslations('ui')
  const formId = useId()
  const { submit, pendingText, isPending, canSubmit, isDangerous } = button
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      {...(size && { size })}
      {...(findReturnFocus && { findReturnFocus })}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDangerous ? 'danger' : 'action'}
            disabled={!canSubmit}
            pending={isPending}
            {...(pendingText !== undefined && { pendingText })}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (canSubmit && !isPending) onSubmit(event.currentTarget)
        }}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
      >
        {children}
      </form>
    </Dialog>
  )
}
