import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { COLLABORATION_TAGS, LANGUAGES } from '#shared/accounts/heritage.ts'
import { limit } from '#shared/settings/limits.ts'
import type { ProfileFormState } from './use-profile-form.ts'
import { EntryListField } from './entry-list-field.tsx'

type ListFieldProps = {
  form: ProfileFormState
  name: 'languages' | 'collaborationTags'
  /** Whether entries can be typed, beside those of the list. */
  allowsCustom: boolean
}

/** A list of the profile: the user's languages, or the tags of what they want to work on. */
export function ListField({ form: { control }, name, allowsCustom }: ListFieldProps) {
  const { field, fieldState } = useController({ control, name })
  const { field: pending } = useController({ control, name: `pending.${name}` as const })
  const { custom, ...labels } = useLabels()[name]
  return (
    <EntryListField
      entries={field.value}
      onChange={field.onChange}
      pending={pending.value}
      onPendingChange={pending.onChange}
      customRef={pending.ref}
      error={fieldState.error?.message}
      labels={{ ...labels, ...(allowsCustom && { custom }) }}
      {...LISTS[name]}
      max={limit(LISTS[name].max)}
    />
  )
}

const LISTS = {
  languages: { options: LANGUAGES, max: 'languages' },
  // Shown with `#`, stored without it.
  collaborationTags: { options: COLLABORATION_TAGS, max: 'tags', prefix: '#' },
} as const

function useLabels() {
  const t = useTranslations('profileForm')
  return {
    languages: {
      list: t('languages'),
      choose: t('addLanguage'),
      chooseOne: t('chooseLanguage'),
      custom: t('customLanguage'),
    },
    collaborationTags: {
      list: t('interests'),
      choose: t('addTag'),
      chooseOne: t('chooseTag'),
      custom: t('customTag'),
    },
  }
}
