import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import type { AdminContactMessage } from '#shared/operations/admin-contact.ts'
import { displayName, type UserRef } from '#shared/accounts/users.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Select } from '#web/ui/forms/input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useAssign, useAssignees } from './use-contact-messages.ts'

type AssigneeSelectProps = { message: AdminContactMessage; onChanged: () => void }

/** Chooses the admin who takes care of a message; saved at once. */
export function AssigneeSelect({ message: { id, subject, assignee }, onChanged }: AssigneeSelectProps) {
  const t = useTranslations('adminContact')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const selectId = useId()
  const me = useCurrentUser()
  const admins = useAssignees().data ?? []
  const nameOf = (admin: UserRef) =>
    admin.id === me?.id ? t('me', { name: displayName(admin) }) : displayName(admin)
  const { mutate, isPending, variables } = useAssign(id, {
    onDone: ({ assignee: changed }) => {
      toast({ title: changed ? t('assigned', { name: displayName(changed) }) : t('unassigned') })
      onChanged()
    },
    onFailed: (error) => showFailure(error, { title: t('changeFailed'), description: errorText(error) }),
  })
  // One who is no admin any more keeps the message until somebody else is chosen.
  const options =
    assignee && !admins.some((admin) => admin.id === assignee.id) ? [assignee, ...admins] : admins
  return (
    <div className="grid min-w-0 flex-[0_1_240px] gap-1">
      <label htmlFor={selectId} className="text-meta text-ink-2">
        {t('assignee')}
      </label>
      <Select
        id={selectId}
        aria-label={t('assigneeNamed', { subject })}
        aria-busy={isPending}
        value={(isPending ? variables : assignee?.id) ?? ''}
        onChange={({ currentTarget }) => mutate(currentTarget.value || null)}
      >
        <option value="">{t('noAssignee')}</option>
        {options.map((admin) => (
          <option key={admin.id} value={admin.id}>
            {nameOf(admin)}
          </option>
        ))}
      </Select>
    </div>
  )
}
