import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { AdminUser } from '#shared/operations/admin-users.ts'
import { ROLES, type Role } from '#shared/roles.ts'
import { displayName } from '#shared/accounts/users.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { RoleBadge } from '#web/features/accounts/shared/badges/role-badge.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useChangeRole } from './use-users.ts'

/** Chooses the role of a user. */
export function RoleDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const t = useTranslations('adminUsers')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const [role, setRole] = useState(user.role)
  const { mutate, isPending, error } = useChangeRole(user, {
    onDone: () => {
      toast({ title: t('roleUpdated') })
      onClose()
    },
    onFailed: (failure) => showFailure(failure, { title: t('error'), description: t('roleFailed') }),
  })
  return (
    <FormDialog
      size="narrow"
      title={t('editRole')}
      description={t.rich('editRoleText', { name: displayName(user), bdi: isolated })}
      submit={t('updateRole')}
      pendingText={t('updating')}
      isPending={isPending}
      canSubmit={role !== user.role}
      onSubmit={() => mutate(role)}
      onClose={onClose}
    >
      <fieldset>
        <legend className="sr-only">{t('role')}</legend>
        <div className="grid gap-2">
          {ROLES.map((each) => (
            <RoleOption key={each} role={each} checked={each === role} onChoose={() => setRole(each)} />
          ))}
        </div>
      </fieldset>
      {error !== null && <Alert title={t('roleFailed')}>{errorText(error)}</Alert>}
    </FormDialog>
  )
}

function RoleOption({ role, checked, onChoose }: { role: Role; checked: boolean; onChoose: () => void }) {
  const t = useTranslations('adminUsers')
  const texts = {
    user: t('userText'),
    moderator: t('moderatorText'),
    admin: t('adminText'),
    super_admin: t('superAdminText'),
  }
  return (
    <label
      className={`flex min-h-14 cursor-pointer items-center gap-3 rounded-control border-[1.5px] px-3.5 py-2.5 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${
        checked ? 'border-link shadow-[inset_0_0_0_1px_var(--link)]' : 'border-line-strong hover:bg-raised'
      }`}
    >
      <input
        type="radio"
        name="role"
        value={role}
        checked={checked}
        onChange={onChoose}
        className="size-5 flex-none accent-link"
      />
      <span className="grid min-w-0 justify-items-start gap-1">
        <RoleBadge role={role} />
        <span className="text-meta text-ink-2">{texts[role]}</span>
      </span>
    </label>
  )
}
