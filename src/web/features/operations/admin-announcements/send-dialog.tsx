import { useTranslations } from 'use-intl/react'
import { isolated } from '#web/lib/text/isolated.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useRecipientsCount } from './use-announcements.ts'

type SendDialogProps = { title: string; isPending: boolean; onConfirm: () => void; onClose: () => void }

/** Asks before an announcement is sent, with the number of members who get it. */
export function SendDialog({ title, isPending, onConfirm, onClose }: SendDialogProps) {
  const t = useTranslations('adminAnnouncements')
  const count = useRecipientsCount()
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t.rich('confirmTitle', { title, bdi: isolated })}
      description={count === undefined ? t('confirmUnknown') : t('confirmText', { count })}
      confirm={t('confirm')}
      pending={isPending}
      onConfirm={onConfirm}
    />
  )
}
