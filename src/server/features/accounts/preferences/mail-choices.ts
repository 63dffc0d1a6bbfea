import type { Preferences } from '#shared/accounts/preferences.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'

/** Returns which mails a user gets: notices about the account by default, digests only on request. */
export function mailChoicesOf({ mailChoices }: Pick<UserRow, 'mailChoices'>): Preferences['mail'] {
  return { newSignIn: true, digest: 'off', ...mailChoices }
}
