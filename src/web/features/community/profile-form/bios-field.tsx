import { X } from '#web/ui/icons/x.tsx'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { textLength } from '#shared/fields.ts'
import { BIO_LANGUAGES } from '#shared/accounts/heritage.ts'
import { limit } from '#shared/settings/limits.ts'
import { useLanguageName } from '#web/i18n/language-name.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select, Textarea } from '#web/ui/forms/input.tsx'
import type { ProfileFormState } from './use-profile-form.ts'

/** Bios in several languages. */
export function BiosField({ form }: { form: ProfileFormState }) {
  const { field } = useController({ control: form.control, name: 'bioMultilingual' })
  const errors = form.formState.errors.bioMultilingual
  const bios: Record<string, string> = field.value
  return (
    <>
      {Object.entries(bios).map(([code, text]) => (
        <BioInput
          key={code}
          code={code}
          text={text}
          error={errors?.[code]?.message}
          onChange={(changed) => field.onChange({ ...bios, [code]: changed })}
          onRemove={() =>
            field.onChange(Object.fromEntries(Object.entries(bios).filter(([other]) => other !== code)))
          }
        />
      ))}
      <AddLanguage
        available={BIO_LANGUAGES.filter((code) => !(code in bios))}
        onAdd={(code) => field.onChange({ ...bios, [code]: '' })}
      />
    </>
  )
}

type BioInputProps = {
  code: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
  onRemove: () => void
}

function BioInput({ code, text, error, onChange, onRemove }: BioInputProps) {
  const t = useTranslations('profileForm')
  const language = useLanguageName()(code)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-1.5">
      <Field label={t('bioIn', { language })} count={textLength(text)} max={limit('bio')} error={error}>
        <Textarea lang={code} rows={3} value={text} onChange={(event) => onChange(event.target.value)} />
      </Field>
      <IconButton label={t('removeBio', { language })} onClick={onRemove} className="mt-6">
        <X aria-hidden />
      </IconButton>
    </div>
  )
}

type AddLanguageProps = { available: readonly string[]; onAdd: (code: string) => void }

function AddLanguage({ available, onAdd }: AddLanguageProps) {
  const t = useTranslations('profileForm')
  const languageName = useLanguageName()
  const [chosen, setChosen] = useState('')
  const add = () => {
    if (chosen !== '') onAdd(chosen)
    setChosen('')
  }
  if (available.length === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2.5">
      <Field label={t('addBio')}>
        <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">{t('chooseLanguage')}</option>
          {available.map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </Select>
      </Field>
      <Button aria-label={t('addBio')} onClick={add} className="min-h-12">
        {t('add')}
      </Button>
    </div>
  )
}
