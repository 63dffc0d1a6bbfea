import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { COLLABORATION_TAGS, LANGUAGES } from '#shared/heritage.ts'
import { limit } from '#shared/settings/limits.ts'
import type { ProfileFormState } from './use-profile-form.ts'
import { WordsField } from './words-field.tsx'

type ListProps = {
  form: ProfileFormState
  /** Words of one's own are taken too. */
  isFree: boolean
}

/** The languages that a member speaks. */
export function Languages({ form, isFree }: ListProps) {
  const t = useTranslations('profileForm')
  const { field, fieldState } = useController({ control: form.control, name: 'languages' })
  const pending = useController({ control: form.control, name: 'pending.languages' })
  return (
    <WordsField
      words={field.value}
      onChange={field.onChange}
      pending={pending.field.value}
      onPending={pending.field.onChange}
      ownRef={pending.field.ref}
      options={LANGUAGES}
      max={limit('languages')}
      error={fieldState.error?.message}
      labels={{
        list: t('languages'),
        choose: t('addLanguage'),
        chooseOne: t('chooseLanguage'),
        ...(isFree && { own: t('ownLanguage') }),
      }}
    />
  )
}

/** What a member wants to work on with others; shown with `#`, kept without it. */
export function Interests({ form, isFree }: ListProps) {
  const t = useTranslations('profileForm')
  const { field, fieldState } = useController({ control: form.control, name: 'collaborationTags' })
  const pending = useController({ control: form.control, name: 'pending.collaborationTags' })
  return (
    <WordsField
      words={field.value}
      onChange={field.onChange}
      pending={pending.field.value}
      onPending={pending.field.onChange}
      ownRef={pending.field.ref}
      options={COLLABORATION_TAGS}
      max={limit('tags')}
      sign="#"
      error={fieldState.error?.message}
      labels={{
        list: t('interests'),
        choose: t('addTag'),
        chooseOne: t('chooseTag'),
        ...(isFree && { own: t('ownTag') }),
      }}
    />
  )
}
