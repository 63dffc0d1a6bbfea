import * as z from 'zod/mini'
import { line } from '#shared/fields.ts'
import { profileForm } from '#shared/profile.ts'

/** One's own word of a list as it is stored: no `#` before it, single spaces. */
export function cleanOwnWord(written: string): string {
  return written
    .replace(/^[\s#]+/, '')
    .trim()
    .replace(/\s+/g, ' ')
}

/** What stands in the fields that add to a list and has not been added yet. */
const pendingWords = z.object({
  chosen: z.string(),
  own: z.pipe(z.string().check(z.overwrite(cleanOwnWord)), line('tagLength')),
})
export type PendingWords = z.input<typeof pendingWords>

export const NOTHING_PENDING: PendingWords = { chosen: '', own: '' }

const profileFormValues = z.extend(profileForm, {
  pending: z.object({ languages: pendingWords, collaborationTags: pendingWords }),
})

/** The form's values as the contract has them: saving adds what was typed or chosen but not added. */
export const profileOfForm = z.pipe(profileFormValues, z.pipe(z.transform(addPending), profileForm))
export type ProfileValues = z.input<typeof profileFormValues>
export type Profile = z.output<typeof profileForm>

function addPending({
  pending,
  ...profile
}: z.output<typeof profileFormValues>): z.input<typeof profileForm> {
  const withPending = (words: string[], { chosen, own }: PendingWords) => [
    ...words,
    ...[chosen, own].filter((word) => word !== ''),
  ]
  return {
    ...profile,
    languages: withPending(profile.languages, pending.languages),
    collaborationTags: withPending(profile.collaborationTags, pending.collaborationTags),
  }
}
