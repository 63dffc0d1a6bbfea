import { Ban } from '#web/ui/icons/ban.tsx'
import { Copy } from '#web/ui/icons/copy.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { type Invitation, invitationPath } from '#shared/accounts/invitations.ts'
import { displayName } from '#shared/accounts/users.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useRevokeInvitation } from './use-invitations.ts'

/** An invitation with its link and its state. */
export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('adminInvitations')
  const { note, usesCount, maxUses, expiresAt, createdBy } = invitation
  const isUsable = invitationState(invitation) === 'usable'
  const name = note ?? t('withoutNote')
  return (
    <Card className="grid gap-2.5 p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <bdi className="font-bold [overflow-wrap:anywhere]">{name}</bdi>
        <State invitation={invitation} />
      </p>
      <p className="text-meta text-ink-3">
        {t('uses', { count: usesCount, max: maxUses })} · {t('validUntil', { when: new Date(expiresAt) })} ·{' '}
        <bdi>{createdBy ? displayName(createdBy) : t('formerAdmin')}</bdi>
      </p>
      {isUsable && (
        <div className="flex flex-wrap gap-2">
          <CopyLink token={invitation.token} name={name} />
          <Revoke invitation={invitation} name={name} />
        </div>
      )}
    </Card>
  )
}

type InvitationState = 'usable' | 'used' | 'expired' | 'revoked'

function invitationState({ revokedAt, usesCount, maxUses, expiresAt }: Invitation): InvitationState {
  if (revokedAt !== null) return 'revoked'
  if (usesCount >= maxUses) return 'used'
  return new Date(expiresAt).getTime() <= Date.now() ? 'expired' : 'usable'
}

function State({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('adminInvitations')
  const state = invitationState(invitation)
  const texts = { usable: t('usable'), used: t('used'), expired: t('expired'), revoked: t('revoked') }
  return <Badge variant={state === 'usable' ? 'ok' : 'plain'}>{texts[state]}</Badge>
}

function CopyLink({ token, name }: { token: string; name: string }) {
  const t = useTranslations('adminInvitations')
  const url = new URL(invitationPath(token), location.origin).href
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast({ title: t('copied') }),
      () => toast({ title: t('copyFailed'), description: url, variant: 'destructive', duration: 30_000 }),
    )
  return (
    <Button size="sm" aria-label={t('copyNamed', { name })} onClick={() => void copy()}>
      <Copy aria-hidden />
      {t('copy')}
    </Button>
  )
}

function Revoke({ invitation, name }: { invitation: Invitation; name: string }) {
  const t = useTranslations('adminInvitations')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const [isConfirming, setIsConfirming] = useState(false)
  const { mutate, isPending } = useRevokeInvitation(invitation.id, {
    onDone: () => {
      setIsConfirming(false)
      toast({ title: t('revokedToast') })
    },
    onFailed: (error) => {
      setIsConfirming(false)
      showFailure(error, { title: t('revokeFailed'), description: errorText(error) })
    },
  })
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t('revokeNamed', { name })}
        onClick={() => setIsConfirming(true)}
      >
        {t('revoke')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t.rich('revokeTitle', { name, bdi: isolated })}
        description={t('revokeText')}
        confirm={t('revoke')}
        danger={<Ban aria-hidden />}
        pending={isPending}
        onConfirm={() => mutate()}
      />
    </>
  )
}
