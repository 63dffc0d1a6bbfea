import { Ban } from '#web/ui/icons/ban.tsx'
import { useTranslations } from 'use-intl/react'
import { displayName, type UserRef } from '#shared/accounts/users.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import type { ChatSession } from '#web/features/live/chat/session/chat-session.ts'
import { useModeration } from './use-moderation.ts'

type BanDialogProps = {
  session: ChatSession
  streamId: string
  user: UserRef
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for confirmation before a user is banned from the stream. */
export function BanDialog({ session, streamId, user, open, onOpenChange }: BanDialogProps) {
  const t = useTranslations('chat')
  const { ban } = useModeration(session, streamId)
  const { isPending, run } = usePendingAction(async () => {
    if (await ban(user)) onOpenChange(false)
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.rich('banTitle', { name: displayName(user), bdi: isolated })}
      description={t('banText')}
      confirm={t('banConfirm')}
      danger={<Ban aria-hidden />}
      pending={isPending}
      onConfirm={run}
    />
  )
}
