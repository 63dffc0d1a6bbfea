import * as calls from '#shared/community/profile.ts'
import { mediaService } from '#server/features/media/media/media-service.ts'
import type { Mount } from '#server/feature.ts'
import { presentOwnUser } from '#server/features/accounts/users/present-user.ts'
import { route } from '#server/http/route.ts'
import { assertMayChange } from '#server/http/timed-out.ts'
import { setAvatar } from './set-avatar.ts'
import { updateProfile } from './update-profile.ts'

export const mountProfile: Mount = async (app, { db, limits, settings, service }) => {
  const media = await service(mediaService)
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
}
