import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import * as z from 'zod/mini'
import { register, registration } from '#shared/accounts/auth.ts'
import { LIMITS } from '#shared/constants.ts'
import { nameLine, requiredNameLine } from '#shared/fields.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useHasMail } from '#web/api/site.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { EmailInput } from '#web/ui/forms/email-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input } from '#web/ui/forms/input.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { showFieldErrors } from '#web/api/field-errors.ts'
import type { AuthFormProps } from './sign-in-form.tsx'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { SubmitButton } from './submit-button.tsx'

/** Requires a first name, unlike the API: without a name other users see the handle. */
const newAccount = z.extend(z.omit(registration, { setupToken: true, invitation: true }), {
  firstName: requiredNameLine('profileName'),
  lastName: nameLine('profileName'),
})
type Values = z.input<typeof newAccount>

const FIELDS = ['firstName', 'lastName', 'email', 'password'] as const

type RegisterFormProps = AuthFormProps & {
  /** Token of the site's set-up link. */
  setupToken: string | null
  invitation: string | null
  /** An admin approves the account before it can be used. */
  needsApproval: boolean
  /** Continues without an expired set-up link. */
  onDiscardSetupToken: () => void
}

/** Creates an account and signs in. */
export function RegisterForm({
  email,
  onEmailChange,
  onDone,
  setupToken,
  invitation,
  needsApproval,
  onDiscardSetupToken,
}: RegisterFormProps) {
  const t = useTranslations('auth')
  const form = useForm<Values, unknown, z.output<typeof newAccount>>({
    resolver: zodResolver(newAccount, { error: useFieldText() }),
    defaultValues: { firstName: '', lastName: '', email, password: '' },
  })
  const mutation = useMutation({
    mutationFn: (account: z.output<typeof newAccount>) =>
      call(register, {
        body: { ...account, ...(setupToken && { setupToken }), ...(invitation && { invitation }) },
      }),
    onSuccess: ({ isActive }) => isActive && onDone(),
    onError: (error) => showEmailTaken(form, error) || showFieldErrors(form, FIELDS, error),
  })
  const submit = form.handleSubmit((account) => mutation.mutate(account))
  if (mutation.data?.isActive === false) return <Waiting />
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {mutation.error && (
        <RegistrationError error={mutation.error} {...(setupToken && { onDiscardSetupToken })} />
      )}
      {needsApproval && <p className="text-small text-ink-2">{t('approvalHint')}</p>}
      <Fields form={form} onEmailChange={onEmailChange} />
      <SubmitButton mutation={mutation} pendingText={t('creating')}>
        {t('createAccount')}
      </SubmitButton>
    </form>
  )
}

/** Instead of the form, once the account waits. */
function Waiting() {
  const t = useTranslations('auth')
  const hasMail = useHasMail()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-2">
      <h2 ref={heading} tabIndex={-1} className="font-display text-section font-extrabold">
        {t('approvalPendingTitle')}
      </h2>
      <p className="text-ink-2">{hasMail ? t('approvalPendingMail') : t('approvalPendingText')}</p>
    </div>
  )
}

type Form = UseFormReturn<Values, unknown, z.output<typeof newAccount>>

function Fields({ form, onEmailChange }: { form: Form; onEmailChange: (email: string) => void }) {
  const t = useTranslations('auth')
  const { errors } = form.formState
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label={t('firstName')} hint={t('firstNameHint')} error={errors.firstName?.message}>
          <Input autoComplete="given-name" required {...form.register('firstName')} />
        </Field>
        <Field label={t('lastName')} optional error={errors.lastName?.message}>
          <Input autoComplete="family-name" {...form.register('lastName')} />
        </Field>
      </div>
      <Field label={t('email')} error={errors.email?.message}>
        <EmailInput
          autoComplete="email"
          required
          {...form.register('email', { onBlur: () => onEmailChange(form.getValues('email')) })}
        />
      </Field>
      <Field
        label={t('password')}
        hint={t('passwordHint', { min: LIMITS.password.min })}
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" required {...form.register('password')} />
      </Field>
    </>
  )
}

function RegistrationError({
  error,
  onDiscardSetupToken,
}: {
  error: Error
  onDiscardSetupToken?: () => void
}) {
  const t = useTranslations('auth')
  const errorText = useErrorText()
  const code = error instanceof ApiError ? error.code : null
  // Already shown at its field.
  if (code === 'email_taken' || isShownAtFields(error)) return null
  const isSetupTokenRefused = onDiscardSetupToken && code === 'forbidden'
  return (
    <Alert>
      <p>{errorText(error)}</p>
      {isSetupTokenRefused && (
        <button
          type="button"
          onClick={onDiscardSetupToken}
          className="mt-1 min-h-(--tap) font-bold underline"
        >
          {t('skipSetup')}
        </button>
      )}
    </Alert>
  )
}

function isShownAtFields(error: Error): boolean {
  if (!(error instanceof ApiError) || error.fields.length === 0) return false
  return error.fields.every(({ path }) => FIELDS.some((name) => name === path))
}

/** Shows a registered e-mail address as an error of its field. */
function showEmailTaken(form: Form, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'email_taken') return false
  form.setError('email', { message: error.text ?? '' }, { shouldFocus: true })
  return true
}
