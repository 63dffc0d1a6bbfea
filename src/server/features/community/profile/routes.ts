import * as calls from '#shared/community/profile.ts'
import type { Feature } from '#server/feature.ts'
import type { MediaStore } from '#server/features/media/media/media-store.ts'
import { presentOwnUser } from '#server/features/accounts/users/present-user.ts'
import { route } from '#server/http/route.ts'
import { assertMayChange } from '#server/http/timed-out.ts'
import { setAvatar } from './set-avatar.ts'
import { updateProfile } from './update-profile.ts'

export const profile = (media: MediaStore): Feature => ({
  name: 'profile',
  register(app, { db, limits, settings }) {
    route(app, calls.updateProfile, async ({ body, user, request }) => {
      assertMayChange(request, body)
      return presentOwnUser(await updateProfile({ db, limits, settings }, user, body))
    })

    route(app, calls.setAvatar, async ({ body, user }) =>
      presentOwnUser(await setAvatar({ db, media }, user.id, body.url)),
    )

    route(app, calls.removeAvatar, async ({ user }) =>
      presentOwnUser(await setAvatar({ db, media }, user.id, null)),
    )
  },
})
