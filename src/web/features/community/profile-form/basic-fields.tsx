import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { textLength } from '#shared/fields.ts'
import { limit } from '#shared/settings/limits.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Textarea } from '#web/ui/forms/input.tsx'
import type { ProfileFormState } from './use-profile-form.ts'

/** Name, handle and bio. */
export function BasicFields({ form: { register, control, formState } }: { form: ProfileFormState }) {
  const t = useTranslations('profileForm')
  const { errors } = formState
  const bio = useWatch({ control, name: 'bio' })
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label={t('firstName')} error={errors.firstName?.message}>
          <Input autoComplete="given-name" {...register('firstName')} />
        </Field>
        <Field label={t('lastName')} error={errors.lastName?.message}>
          <Input autoComplete="family-name" {...register('lastName')} />
        </Field>
      </div>
      <Field label={t('handle')} hint={t('handleHint')} error={errors.handle?.message}>
        <Input
          dir="ltr"
          className="rtl:text-end"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          {...register('handle')}
        />
      </Field>
      <Field label={t('bio')} count={textLength(bio ?? '')} max={limit('bio')} error={errors.bio?.message}>
        <Textarea rows={4} {...register('bio')} />
      </Field>
    </>
  )
}
