import { updateProfile as updateProfileCall } from '#shared/profile.ts'
import type { Feature } from '#server/feature.ts'
import { presentOwnUser } from '#server/features/users/present-user.ts'
import { route } from '#server/http/route.ts'
import { updateProfile } from './update-profile.ts'

export const profile: Feature = {
  name: 'profile',
  register(app, { db }) {
    route(app, updateProfileCall, async ({ body, user }) =>
      presentOwnUser(await updateProfile(db, user.id, body)),
    )
  },
}
