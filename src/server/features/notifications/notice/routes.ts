import * as calls from '#shared/notifications/notice.ts'
import type { Mount } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { updateDismissedNotice } from './queries.ts'

export const mountNotice: Mount = (app, { db }) => {
  route(app, calls.dismissNotice, async ({ body: { version }, user }) => {
    await updateDismissedNotice(db, user.id, version)
    return { version }
  })
}
