import { type Preferences, getPreferences, updatePreferences } from '#shared/preferences.ts'
import type { Feature } from '#server/feature.ts'
import { unauthorized } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { type Choices, findChoices, updateChoices } from './queries.ts'

export const preferences: Feature = {
  name: 'preferences',
  register(app, { db }) {
    route(app, getPreferences, async ({ user }) => present(await findChoices(db, user.id)))
    route(app, updatePreferences, async ({ body, user }) => present(await updateChoices(db, user.id, body)))
  },
}

/** A kind of notification that nobody chose about is wanted. */
function present(choices: Choices | undefined): Preferences {
  if (!choices) throw unauthorized()
  const { language, notificationChoices } = choices
  const all = { follow: true, like: true, comment: true, mention: true, live: true }
  return { language, notifications: { ...all, ...notificationChoices } }
}
