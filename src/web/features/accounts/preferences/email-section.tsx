import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { changeEmail } from '#shared/accounts/account-mail.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useHasMail } from '#web/api/site.ts'
import { showFieldErrors } from '#web/api/field-errors.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailInput } from '#web/ui/forms/email-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { EmailChange, setEmailChange } from './email-change.tsx'
import { Section } from './section.tsx'

const EMPTY = { email: '', password: '' }

/** The address of the account. On a site with mail it can be changed, after the new one is confirmed. */
export function EmailSection() {
  const t = useTranslations('preferences')
  const hasMail = useHasMail()
  const user = useCurrentUser()
  return (
    <Section title={t('email')} text={hasMail ? t('emailText') : <TextWithoutMail />}>
      <div className="grid max-w-[420px] gap-5">
        {user && <CurrentAddress user={user} />}
        {user && hasMail && <EmailChange key={user.email} currentEmail={user.email} />}
        {hasMail && <EmailForm />}
      </div>
    </Section>
  )
}

function TextWithoutMail() {
  const t = useTranslations('preferences')
  return t.rich('emailTextWithoutMail', {
    contact: (chunks) => (
      <Link href="/contact" className="text-link underline">
        {chunks}
      </Link>
    ),
  })
}

function CurrentAddress({ user }: { user: CurrentUser }) {
  const t = useTranslations('preferences')
  const hasMail = useHasMail()
  const isVerified = user.emailVerifiedAt !== null
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-bold">
      <span dir="ltr" className="min-w-0 [overflow-wrap:anywhere]">
        {user.email}
      </span>
      {hasMail && (
        <Badge variant={isVerified ? 'ok' : 'warn'}>{isVerified ? t('confirmed') : t('notConfirmed')}</Badge>
      )}
    </p>
  )
}

function EmailForm() {
  const t = useTranslations('preferences')
  const errorText = useErrorText()
  const { form, mutation, formError } = useEmailForm()
  const { errors } = form.formState
  const submit = form.handleSubmit((body) => mutation.mutate(body))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {formError !== null && <Alert>{errorText(formError)}</Alert>}
      <Field label={t('newEmail')} error={errors.email?.message}>
        <EmailInput autoComplete="email" required {...form.register('email')} />
      </Field>
      <Field label={t('yourPassword')} error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" required {...form.register('password')} />
      </Field>
      <Button
        type="submit"
        pending={mutation.isPending}
        pendingText={t('changingEmail')}
        className="justify-self-start"
      >
        {t('changeEmail')}
      </Button>
    </form>
  )
}

function useEmailForm() {
  const form = useForm({
    resolver: zodResolver(changeEmail.body, { error: useFieldText() }),
    defaultValues: EMPTY,
  })
  // The error of the last submission, unless it is shown at a field.
  const [formError, setFormError] = useState<Error | null>(null)
  const mutation = useMutation({
    mutationFn: (body: typeof EMPTY) => call(changeEmail, { body }),
    onMutate: () => setFormError(null),
    onSuccess: ({ email }) => {
      form.reset(EMPTY)
      setEmailChange(email)
    },
    onError: (error) => {
      if (!showFieldErrors(form, ['email', 'password'], error)) setFormError(error)
    },
  })
  return { form, mutation, formError }
}
