import { eq, sql } from 'drizzle-orm'
import type { Preferences } from '#shared/accounts/preferences.ts'
import type { Executor } from '#server/db/executor.ts'
import { type UserRow, users } from '#server/features/accounts/users/schema.ts'

export type StoredPreferences = Pick<UserRow, 'language' | 'notificationChoices' | 'mailChoices'>

const COLUMNS = {
  language: users.language,
  notificationChoices: users.notificationChoices,
  mailChoices: users.mailChoices,
}

export async function findStoredPreferences(
  db: Executor,
  userId: string,
): Promise<StoredPreferences | undefined> {
  const [row] = await db.select(COLUMNS).from(users).where(eq(users.id, userId))
  return row
}

type PreferencesChange = {
  language?: Preferences['language'] | undefined
  notifications?: Partial<Preferences['notifications']> | undefined
  mail?: { [K in keyof Preferences['mail']]?: Preferences['mail'][K] | undefined } | undefined
}

/** Updates the given fields; the JSONB merge keeps concurrent changes of different kinds. */
export async function updateStoredPreferences(
  db: Executor,
  userId: string,
  { language, notifications, mail }: PreferencesChange,
): Promise<StoredPreferences | undefined> {
  const [row] = await db
    .update(users)
    .set({
      ...(language !== undefined && { language }),
      ...(notifications && {
        notificationChoices: sql`${users.notificationChoices} || ${JSON.stringify(notifications)}::jsonb`,
      }),
      ...(mail && { mailChoices: sql`${users.mailChoices} || ${JSON.stringify(mail)}::jsonb` }),
      // Unchanged, as `updatedAt` is public and preferences are not.
      updatedAt: sql`${users.updatedAt}`,
    })
    .where(eq(users.id, userId))
    .returning(COLUMNS)
  return row
}
