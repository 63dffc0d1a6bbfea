import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { COLLABORATION_TAGS, LANGUAGES } from '#shared/accounts/heritage.ts'
import { limit } from '#shared/settings/limits.ts'
import type { ProfileFormState } from './use-profile-form.ts'
import { EntryListField } from './entry-list-field.tsx'

type ListProps = {
  form: ProfileFormState
  /** Whether entries can be typed, beside those of the list. */
  allowsCustom: boolean
}

/** The languages of the user. */
export function Languages({ form, allowsCustom }: ListProps) {
  const t = useTranslations('profileForm')
  const { field, fieldState } = useController({ control: form.control, name: 'languages' })
  const pendingController = useController({ control: form.control, name: 'pending.languages' })
  return (
    <EntryListField
      entries={field.value}
      onChange={field.onChange}
      pending={pendingController.field.value}
      onPendingChange={pendingController.field.onChange}
      customRef={pendingController.field.ref}
      options={LANGUAGES}
      max={limit('languages')}
      error={fieldState.error?.message}
      labels={{
        list: t('languages'),
        choose: t('addLanguage'),
        chooseOne: t('chooseLanguage'),
        ...(allowsCustom && { custom: t('ownLanguage') }),
      }}
    />
  )
}

/** Collaboration tags; shown with `#`, stored without it. */
export function Interests({ form, allowsCustom }: ListProps) {
  const t = useTranslations('profileForm')
  const { field, fieldState } = useController({ control: form.control, name: 'collaborationTags' })
  const pendingController = useController({ control: form.control, name: 'pending.collaborationTags' })
  return (
    <EntryListField
      entries={field.value}
      onChange={field.onChange}
      pending={pendingController.field.value}
      onPendingChange={pendingController.field.onChange}
      customRef={pendingController.field.ref}
      options={COLLABORATION_TAGS}
      max={limit('tags')}
      prefix="#"
      error={fieldState.error?.message}
      labels={{
        list: t('interests'),
        choose: t('addTag'),
        chooseOne: t('chooseTag'),
        ...(allowsCustom && { custom: t('ownTag') }),
      }}
    />
  )
}
