import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { LIMITS } from '#shared/constants.ts'
import { changePassword } from '#shared/accounts/preferences.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { showFieldErrors } from '#web/api/field-errors.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { Section } from './section.tsx'
import { refetchSessions } from './use-sessions.ts'

const EMPTY = { currentPassword: '', newPassword: '' }

/** Changes the password, which ends all other sessions. */
export function PasswordSection() {
  const t = useTranslations('preferences')
  return (
    <Section title={t('password')} text={t('passwordText')}>
      <PasswordForm />
    </Section>
  )
}

function PasswordForm() {
  const t = useTranslations('preferences')
  const errorText = useErrorText()
  const { form, mutation, formError } = usePasswordForm()
  const { errors } = form.formState
  const submit = form.handleSubmit((body) => mutation.mutate(body))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-[420px] gap-5">
      {formError !== null && <Alert>{errorText(formError)}</Alert>}
      <HiddenUserName />
      <Field label={t('currentPassword')} error={errors.currentPassword?.message}>
        <PasswordInput autoComplete="current-password" required {...form.register('currentPassword')} />
      </Field>
      <Field
        label={t('newPassword')}
        hint={t('passwordHint', { min: LIMITS.password.min })}
        error={errors.newPassword?.message}
      >
        <PasswordInput autoComplete="new-password" required {...form.register('newPassword')} />
      </Field>
      <Button
        type="submit"
        pending={mutation.isPending}
        pendingText={t('changingPassword')}
        className="justify-self-start"
      >
        {t('changePassword')}
      </Button>
    </form>
  )
}

function usePasswordForm() {
  const t = useTranslations('preferences')
  const form = useForm({
    resolver: zodResolver(changePassword.body, { error: useFieldText() }),
    defaultValues: EMPTY,
  })
  // The error of the last submission, unless it is shown at a field.
  const [formError, setFormError] = useState<Error | null>(null)
  const mutation = useMutation({
    mutationFn: (body: typeof EMPTY) => call(changePassword, { body }),
    onMutate: () => setFormError(null),
    onSuccess: ({ endedSessions }) => {
      form.reset(EMPTY)
      refetchSessions()
      toast({ title: t('passwordChanged'), description: t('sessionsEnded', { count: endedSessions }) })
    },
    onError: (error) => {
      if (!showFieldErrors(form, ['currentPassword', 'newPassword'], error)) setFormError(error)
    },
  })
  return { form, mutation, formError }
}

/** A hidden user name, so that password managers update the right account. */
function HiddenUserName() {
  const user = useCurrentUser()
  return (
    <input
      type="text"
      autoComplete="username"
      value={user?.email ?? ''}
      readOnly
      hidden
      tabIndex={-1}
      aria-hidden
    />
  )
}
