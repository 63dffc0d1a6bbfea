import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import * as z from 'zod/mini'
import { resetPassword } from '#shared/accounts/account-mail.ts'
import { LIMITS } from '#shared/constants.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { showFieldErrors } from '#web/api/field-errors.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { InvalidLink, NewLink, isLinkInvalid } from './invalid-link.tsx'
import { SubmitButton } from './submit-button.tsx'

const values = z.pick(resetPassword.body, { password: true })

/** Sets a new password with the token of a mailed link. `onDone` is called when the browser is signed in. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useTranslations('recovery')
  const errorText = useErrorText()
  const form = useForm({
    resolver: zodResolver(values, { error: useFieldText() }),
    defaultValues: { password: '' },
  })
  const mutation = useMutation({
    mutationFn: ({ password }: { password: string }) => call(resetPassword, { body: { token, password } }),
    onSuccess: onDone,
    onError: (error) => showFieldErrors(form, ['password'], error),
  })
  const submit = form.handleSubmit((body) => mutation.mutate(body))
  if (isLinkInvalid(mutation.error))
    return (
      <InvalidLink error={mutation.error}>
        <NewLink href="/auth/forgot" />
      </InvalidLink>
    )
  const isShownAtField = mutation.error instanceof ApiError && mutation.error.fields.length > 0
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {mutation.error && !isShownAtField && <Alert>{errorText(mutation.error)}</Alert>}
      <p className="text-ink-2">{t('resetText')}</p>
      <Field
        label={t('newPassword')}
        hint={t('passwordHint', { min: LIMITS.password.min })}
        error={form.formState.errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" required {...form.register('password')} />
      </Field>
      <SubmitButton mutation={mutation} pendingText={t('saving')}>
        {t('savePassword')}
      </SubmitButton>
    </form>
  )
}
