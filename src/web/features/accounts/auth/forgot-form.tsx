import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { forgotPassword } from '#shared/accounts/account-mail.ts'
import { call } from '#web/api/call.ts'
import { showFieldErrors } from '#web/api/field-errors.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailInput } from '#web/ui/forms/email-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Success } from '#web/ui/success.tsx'

/** Asks for a link to choose a new password. */
export function ForgotForm() {
  const t = useTranslations('recovery')
  const errorText = useErrorText()
  const form = useForm({
    resolver: zodResolver(forgotPassword.body, { error: useFieldText() }),
    defaultValues: { email: '' },
  })
  const mutation = useMutation({
    mutationFn: (body: { email: string }) => call(forgotPassword, { body }),
    onError: (error) => showFieldErrors(form, ['email'], error),
  })
  const submit = form.handleSubmit((body) => mutation.mutate(body))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {mutation.error && <Alert>{errorText(mutation.error)}</Alert>}
      {mutation.data && <Success>{t('linkSent', { email: mutation.data.email })}</Success>}
      <Field label={t('email')} error={form.formState.errors.email?.message}>
        <EmailInput autoComplete="username" required {...form.register('email')} />
      </Field>
      <Button
        type="submit"
        variant={mutation.data ? 'line' : 'action'}
        size="lg"
        pending={mutation.isPending}
        pendingText={t('sending')}
      >
        {mutation.data ? t('sendAgain') : t('sendLink')}
      </Button>
    </form>
  )
}
