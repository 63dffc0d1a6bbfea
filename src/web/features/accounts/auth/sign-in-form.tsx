import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { credentials, signIn } from '#shared/accounts/auth.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { EmailInput } from '#web/ui/forms/email-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { ForgotLink } from './forgot-link.tsx'
import { showFieldErrors } from '#web/api/field-errors.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { SubmitButton } from './submit-button.tsx'

export type AuthFormProps = {
  /** Initial e-mail address, as typed on the other tab. */
  email: string
  onEmailChange: (email: string) => void
  /** Called after sign-in. */
  onDone: () => void
}

/** Signs in with e-mail address and password. */
export function SignInForm({ email, onEmailChange, onDone }: AuthFormProps) {
  const t = useTranslations('auth')
  const errorText = useErrorText()
  const form = useForm({
    resolver: zodResolver(credentials, { error: useFieldText() }),
    defaultValues: { email, password: '' },
  })
  const { errors } = form.formState
  const mutation = useMutation({
    mutationFn: (body: { email: string; password: string }) => call(signIn, { body }),
    onSuccess: onDone,
    onError: (error) => showFieldErrors(form, ['email', 'password'], error),
  })
  const submit = form.handleSubmit((body) => mutation.mutate(body))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {mutation.error && <Alert>{errorText(mutation.error)}</Alert>}
      <Field label={t('email')} error={errors.email?.message}>
        <EmailInput
          autoComplete="username"
          required
          {...form.register('email', { onBlur: () => onEmailChange(form.getValues('email')) })}
        />
      </Field>
      <Field label={t('password')} error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" required {...form.register('password')} />
      </Field>
      <SubmitButton mutation={mutation} pendingText={t('signingIn')}>
        {t('signIn')}
      </SubmitButton>
      <ForgotLink />
    </form>
  )
}
