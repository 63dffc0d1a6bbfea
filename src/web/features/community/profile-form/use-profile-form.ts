import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { HERITAGE_REGIONS } from '#shared/accounts/heritage.ts'
import { updateProfile } from '#shared/community/profile.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { showFieldErrors } from '#web/api/field-errors.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { cacheCurrentUser } from './cache-current-user.ts'
import { NOTHING_PENDING, type Profile, type ProfileValues, profileFromForm } from './profile-values.ts'

export type ProfileFormState = UseFormReturn<ProfileValues, unknown, Profile>

const FIELDS = [
  'firstName',
  'lastName',
  'handle',
  'bio',
  'heritageRegion',
  'countryOfOrigin',
  'languages',
  'collaborationTags',
  'bioMultilingual',
] as const

type SaveCallbacks = { onSaved: () => void; onFailed: (error: unknown) => void }

/** The form's state and submission. Sends `bioMultilingual` only where it can be edited. */
export function useProfileForm(user: CurrentUser, hasBios: boolean, { onSaved, onFailed }: SaveCallbacks) {
  const form: ProfileFormState = useForm<ProfileValues, unknown, Profile>({
    resolver: zodResolver(profileFromForm, { error: useFieldText() }),
    defaultValues: toFormValues(user),
  })
  const { isDirty, dirtyFields } = form.formState
  const { mutate, isPending } = useMutation({
    mutationFn: ({ bioMultilingual, handle, ...profile }: Profile) =>
      call(updateProfile, {
        body: {
          ...profile,
          ...(hasBios && { bioMultilingual }),
          ...(dirtyFields.handle && { handle }),
        },
      }),
    onSuccess: (saved) => {
      cacheCurrentUser(saved)
      form.reset(toFormValues(saved))
      onSaved()
    },
    onError: (error) => {
      showFieldErrors(form, FIELDS, error)
      onFailed(error)
    },
  })
  return { form, isDirty, isPending, submit: form.handleSubmit((profile) => mutate(profile)) }
}

function toFormValues(user: CurrentUser): ProfileValues {
  return {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    handle: user.handle,
    bio: user.bio ?? '',
    heritageRegion: HERITAGE_REGIONS.find((region) => region === user.heritageRegion) ?? '',
    countryOfOrigin: user.countryOfOrigin ?? '',
    languages: user.languages,
    collaborationTags: user.collaborationTags,
    bioMultilingual: user.bioMultilingual,
    pending: { languages: NOTHING_PENDING, collaborationTags: NOTHING_PENDING },
  }
}
