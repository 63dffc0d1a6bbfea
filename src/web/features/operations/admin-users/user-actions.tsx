import { Lock } from '#web/ui/icons/lock.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { AdminUser } from '#shared/operations/admin-users.ts'
import { displayName } from '#shared/accounts/users.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { RoleDialog } from './role-dialog.tsx'
import { useChangeStatus } from './use-users.ts'

/** Changes the role and the status of a user; admins cannot deactivate themselves. */
export function UserActions({ user }: { user: AdminUser }) {
  const t = useTranslations('adminUsers')
  const [isEditing, setIsEditing] = useState(false)
  const name = displayName(user)
  return (
    <span className="inline-flex flex-wrap gap-2">
      <Button size="sm" aria-label={t('editRoleOf', { name })} onClick={() => setIsEditing(true)}>
        {t('editRole')}
      </Button>
      <StatusAction user={user} name={name} />
      {isEditing && <RoleDialog user={user} onClose={() => setIsEditing(false)} />}
    </span>
  )
}

function StatusAction({ user, name }: { user: AdminUser; name: string }) {
  const t = useTranslations('adminUsers')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const isSelf = useCurrentUser()?.id === user.id
  const [isConfirming, setIsConfirming] = useState(false)
  const { mutate, isPending, error, reset } = useChangeStatus(user, {
    onDone: () => {
      setIsConfirming(false)
      toast({ title: t('statusUpdated') })
    },
    onFailed: (failure) => showFailure(failure, { title: t('error'), description: t('statusFailed') }),
  })
  const refuse = user.awaitsApproval && (
    <Button
      size="sm"
      variant="ghost"
      pending={isPending}
      aria-label={t('refuseNamed', { name })}
      onClick={() => mutate(false)}
    >
      {t('refuse')}
    </Button>
  )
  if (!user.isActive)
    return (
      <>
        <Button
          size="sm"
          variant="ghost"
          className="md:min-w-[104px] md:justify-start"
          pending={isPending}
          aria-label={user.awaitsApproval ? t('approveNamed', { name }) : t('activateNamed', { name })}
          onClick={() => mutate(true)}
        >
          {user.awaitsApproval ? t('approve') : t('activate')}
        </Button>
        {refuse}
      </>
    )
  const close = () => {
    setIsConfirming(false)
    reset()
  }
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="md:min-w-[104px] md:justify-start"
        disabled={isSelf}
        aria-label={t('deactivateNamed', { name })}
        onClick={() => setIsConfirming(true)}
      >
        {t('deactivate')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={close}
        title={t.rich('deactivateTitle', { name, bdi: isolated })}
        description={t('deactivateText')}
        confirm={t('deactivate')}
        danger={<Lock aria-hidden />}
        pending={isPending}
        onConfirm={() => mutate(false)}
      >
        {error !== null && <Alert title={t('statusFailed')}>{errorText(error)}</Alert>}
      </ConfirmDialog>
    </>
  )
}
