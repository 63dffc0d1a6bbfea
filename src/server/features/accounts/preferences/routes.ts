import { type Preferences, getPreferences, updatePreferences } from '#shared/accounts/preferences.ts'
import type { Mount } from '#server/feature.ts'
import { unauthorized } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { mailChoicesOf } from './mail-choices.ts'
import { type StoredPreferences, findStoredPreferences, updateStoredPreferences } from './queries.ts'

export const mountPreferences: Mount = (app, { db }) => {
  route(app, getPreferences, async ({ user }) => presentPreferences(await findStoredPreferences(db, user.id)))
  route(app, updatePreferences, async ({ body, user }) =>
    presentPreferences(await updateStoredPreferences(db, user.id, body)),
  )
}

/** Kinds of notifications are enabled unless the user disabled them. */
function presentPreferences(stored: StoredPreferences | undefined): Preferences {
  if (!stored) throw unauthorized()
  const { language, notificationChoices, mailChoices } = stored
  const defaults = {
    follow: true,
    like: true,
    comment: true,
    mention: true,
    live: true,
    video: true,
    recording: true,
    tip: true,
  }
  return {
    language,
    notifications: { ...defaults, ...notificationChoices },
    mail: mailChoicesOf({ mailChoices }),
  }
}
