import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { type Ban, listBans } from '#shared/live/chat.ts'
import { displayName } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { ChatSession } from '#web/features/live/chat/session/chat-session.ts'
import { useModeration } from './use-moderation.ts'

type BansDialogProps = {
  session: ChatSession
  streamId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The users who are banned from a stream; each ban can be lifted. */
export function BansDialog({ open, onOpenChange, ...context }: BansDialogProps) {
  const t = useTranslations('chat')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bans')}
      description={t('bansText')}
      size="narrow"
    >
      <BanList {...context} />
    </Dialog>
  )
}

type BanContext = Pick<BansDialogProps, 'session' | 'streamId'>

function BanList(context: BanContext) {
  const t = useTranslations('chat')
  const { streamId } = context
  const bans = useQuery({
    queryKey: queryKeyOf(streamId),
    queryFn: () => call(listBans, { params: { id: streamId } }),
    // Another moderator may have changed it since it was last loaded.
    staleTime: 0,
    gcTime: 0,
  })
  if (bans.isPending) return <SkeletonRows rows={2} />
  if (bans.isError)
    return (
      <div className="grid justify-items-start gap-3">
        <Alert>{t('bansFailed')}</Alert>
        <Button onClick={() => void bans.refetch()}>{t('tryAgain')}</Button>
      </div>
    )
  if (bans.data.length === 0) return <p className="py-4 text-ink-2">{t('noBans')}</p>
  return (
    <ul className="divide-y divide-line">
      {bans.data.map((ban) => (
        <BanRow key={ban.user.id} ban={ban} {...context} />
      ))}
    </ul>
  )
}

function BanRow({ ban: { user, until, createdAt }, session, streamId }: BanContext & { ban: Ban }) {
  const t = useTranslations('chat')
  const name = displayName(user)
  const { lift } = useModeration(session, streamId)
  const { isPending, run } = usePendingAction(async () => {
    if (await lift(user))
      queryClient.setQueryData<Ban[]>(queryKeyOf(streamId), (bans) =>
        bans?.filter((each) => each.user.id !== user.id),
      )
  })
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Avatar seed={user.id} name={name} src={user.profileImageUrl} size={36} decorative />
      <div className="min-w-0 flex-1">
        <p className="truncate font-bold">
          <bdi>{name}</bdi>
        </p>
        <p className="text-meta text-ink-2">
          {until === null
            ? t('bannedSince', { when: new Date(createdAt) })
            : t('timedOutUntil', { when: new Date(until) })}
        </p>
      </div>
      <Button size="sm" aria-label={t('liftFor', { name })} pending={isPending} onClick={run}>
        {t('lift')}
      </Button>
    </li>
  )
}

function queryKeyOf(streamId: string): string[] {
  return ['bans', streamId]
}
