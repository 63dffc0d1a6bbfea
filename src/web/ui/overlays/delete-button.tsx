import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type DeleteButtonProps = {
  /** Names the subject: 'Delete Sunday stew'. */
  label: string
  title: ReactNode
  /** The consequence of deleting. */
  description: string
  /** Label of the confirm button: a verb. */
  confirm: string
  isPending: boolean
  /** `close` closes the dialog, which otherwise stays open until the button is unmounted. */
  onDelete: (close: () => void) => void
}

/** A button that deletes something after a confirmation. */
export function DeleteButton({ label, title, description, confirm, isPending, onDelete }: DeleteButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <IconButton label={label} onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={title}
        description={description}
        confirm={confirm}
        danger={<Trash2 aria-hidden />}
        pending={isPending}
        onConfirm={() => onDelete(() => setIsConfirming(false))}
      />
    </>
  )
}
