import { Ban } from '#web/ui/icons/ban.tsx'
import { useTranslations } from 'use-intl/react'
import { isolated } from '#web/lib/text/isolated.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useHiding } from './use-hiding.ts'

type BlockDialogProps = {
  user: { id: string; name: string }
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Says what a block does, and blocks a user. */
export function BlockDialog({ user, open, onOpenChange }: BlockDialogProps) {
  const t = useTranslations('hiding')
  const { mutate, isPending } = useHiding(user, () => onOpenChange(false))
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.rich('blockTitle', { name: user.name, bdi: isolated })}
      description={t('blockText')}
      confirm={t('block')}
      danger={<Ban aria-hidden />}
      pending={isPending}
      onConfirm={() => mutate({ kind: 'block', isOn: true })}
    />
  )
}
