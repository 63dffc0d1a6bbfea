import * as z from 'zod/mini'
import { nameLine } from '#shared/fields.ts'
import { profileForm } from '#shared/community/profile.ts'

/** Normalizes a custom entry: no leading `#`, single spaces. */
export function normalizeEntry(text: string): string {
  return text
    .replace(/^[\s#]+/, '')
    .trim()
    .replace(/\s+/g, ' ')
}

/** Values of the inputs of a list that are not added yet: the selected option and the typed entry. */
const pendingEntries = z.object({
  chosen: z.string(),
  custom: z.pipe(z.string().check(z.overwrite(normalizeEntry)), nameLine('tagLength')),
})
export type PendingEntries = z.input<typeof pendingEntries>

export const NOTHING_PENDING: PendingEntries = { chosen: '', custom: '' }

const profileFormValues = z.extend(profileForm, {
  pending: z.object({ languages: pendingEntries, collaborationTags: pendingEntries }),
})

/** Parses the form's values into a request body, including pending entries. */
export const profileFromForm = z.pipe(profileFormValues, z.pipe(z.transform(addPending), profileForm))
export type ProfileValues = z.input<typeof profileFormValues>
export type Profile = z.output<typeof profileForm>

function addPending({
  pending,
  ...profile
}: z.output<typeof profileFormValues>): z.input<typeof profileForm> {
  const withPending = (entries: string[], { chosen, custom }: PendingEntries) => [
    ...entries,
    ...[chosen, custom].filter((entry) => entry !== ''),
  ]
  return {
    ...profile,
    languages: withPending(profile.languages, pending.languages),
    collaborationTags: withPending(profile.collaborationTags, pending.collaborationTags),
  }
}
