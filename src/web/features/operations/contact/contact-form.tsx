import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type * as z from 'zod/mini'
import { CONTACT_LIMITS, contactMessage, sendContactMessage } from '#shared/operations/contact.ts'
import { textLength } from '#shared/fields.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { showFieldErrors } from '#web/api/field-errors.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailInput } from '#web/ui/forms/email-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Textarea } from '#web/ui/forms/input.tsx'
import { Success } from '#web/ui/success.tsx'

type Values = z.input<typeof contactMessage>
type Message = z.output<typeof contactMessage>
type Form = UseFormReturn<Values, unknown, Message>

const FIELDS = ['fullName', 'email', 'subject', 'message'] as const

/** A message to the operator. Cleared after success, kept after failure; prefilled for signed-in users. */
export function ContactForm() {
  const t = useTranslations('contact')
  const form: Form = useForm<Values, unknown, Message>({
    resolver: zodResolver(contactMessage, { error: useFieldText() }),
    values: initialValues(useCurrentUser() ?? null),
    // Keeps input from before the current user is loaded.
    resetOptions: { keepDirtyValues: true },
  })
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (message: Message) => call(sendContactMessage, { body: message }),
    onSuccess: () => form.reset(undefined, { keepDirtyValues: false }),
    onError: (submitError) => showFieldErrors(form, FIELDS, submitError),
  })
  const submit = form.handleSubmit((message) => mutate(message))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid content-start gap-5">
      <h2>{t('sendMessage')}</h2>
      <Fields form={form} />
      {/* Next to the submit button: on a phone the top of the form is scrolled away. */}
      {isSuccess && <Thanks />}
      {error && <Failure error={error} />}
      <Button
        type="submit"
        variant="action"
        size="lg"
        pending={isPending}
        pendingText={t('sending')}
        className="max-sm:w-full sm:justify-self-start"
      >
        {t('send')}
      </Button>
    </form>
  )
}

function initialValues(user: CurrentUser | null): Values {
  const fullName = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  return { fullName, email: user?.email ?? '', subject: '', message: '' }
}

function Fields({ form: { register, control, formState } }: { form: Form }) {
  const t = useTranslations('contact')
  const { errors } = formState
  const message = useWatch({ control, name: 'message' })
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label={t('fullName')} error={errors.fullName?.message}>
          <Input autoComplete="name" required {...register('fullName')} />
        </Field>
        <Field label={t('email')} error={errors.email?.message}>
          <EmailInput autoComplete="email" required {...register('email')} />
        </Field>
      </div>
      <Field label={t('subject')} error={errors.subject?.message}>
        <Input required {...register('subject')} />
      </Field>
      <Field
        label={t('message')}
        count={textLength(message)}
        max={CONTACT_LIMITS.message}
        error={errors.message?.message}
      >
        <Textarea rows={7} required {...register('message')} />
      </Field>
    </>
  )
}

function Thanks() {
  const t = useTranslations('contact')
  return <Success>{t('thanks')}</Success>
}

function Failure({ error }: { error: Error }) {
  const t = useTranslations('contact')
  const errorText = useErrorText()
  return <Alert title={t('notSent')}>{errorText(error)}</Alert>
}
