import { X } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { codePoints } from '#shared/fields.ts'
import { BIO_LANGUAGES } from '#shared/heritage.ts'
import { limit } from '#shared/settings/limits.ts'
import { useLanguageName } from '#web/lib/format/language-name.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select, Textarea } from '#web/ui/forms/input.tsx'
import type { ProfileFormState } from './use-profile-form.ts'

/** A bio for each language that a member writes in. */
export function BiosField({ form }: { form: ProfileFormState }) {
  const { field } = useController({ control: form.control, name: 'bioMultilingual' })
  const errors = form.formState.errors.bioMultilingual
  const bios: Record<string, string> = field.value
  return (
    <>
      {Object.entries(bios).map(([code, text]) => (
        <BioIn
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
        left={BIO_LANGUAGES.filter((code) => !(code in bios))}
        onAdd={(code) => field.onChange({ ...bios, [code]: '' })}
      />
    </>
  )
}

type BioInProps = {
  code: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
  onRemove: () => void
}

function BioIn({ code, text, error, onChange, onRemove }: BioInProps) {
  const t = useTranslations('profileForm')
  const language = useLanguageName()(code)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-1.5">
      <Field label={t('bioIn', { language })} count={codePoints(text)} max={limit('bio')} error={error}>
        <Textarea lang={code} rows={3} value={text} onChange={(event) => onChange(event.target.value)} />
      </Field>
      <IconButton label={t('removeBio', { language })} onClick={onRemove} className="mt-6">
        <X aria-hidden />
      </IconButton>
    </div>
  )
}

type AddLanguageProps = { left: readonly string[]; onAdd: (code: string) => void }

function AddLanguage({ left, onAdd }: AddLanguageProps) {
  const t = useTranslations('profileForm')
  const nameOf = useLanguageName()
  const [chosen, setChosen] = useState('')
  const add = () => {
    if (chosen !== '') onAdd(chosen)
    setChosen('')
  }
  if (left.length === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2.5">
      <Field label={t('addBio')}>
        <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">{t('chooseLanguage')}</option>
          {left.map((code) => (
            <option key={code} value={code}>
              {nameOf(code)}
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
