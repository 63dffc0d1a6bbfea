import { useTranslations } from 'use-intl/react'
import { HERITAGE_REGIONS } from '#shared/accounts/heritage.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Select } from '#web/ui/forms/input.tsx'
import type { ProfileFormState } from './use-profile-form.ts'

/** Heritage region and country of origin. */
export function HeritageFields({ form: { register, formState } }: { form: ProfileFormState }) {
  const t = useTranslations('profileForm')
  const { errors } = formState
  return (
    <>
      <Field label={t('heritageRegion')} error={errors.heritageRegion?.message}>
        <Select defaultValue={formState.defaultValues?.heritageRegion ?? ''} {...register('heritageRegion')}>
          <option value="">{t('noRegion')}</option>
          {HERITAGE_REGIONS.map((region) => (
            <option key={region}>{region}</option>
          ))}
        </Select>
      </Field>
      <Field label={t('countryOfOrigin')} hint={t('countryHint')} error={errors.countryOfOrigin?.message}>
        <Input autoComplete="off" {...register('countryOfOrigin')} />
      </Field>
    </>
  )
}
