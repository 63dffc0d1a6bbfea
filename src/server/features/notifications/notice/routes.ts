import * as calls from '#shared/notifications/notice.ts'
import type { Feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { updateDismissedNotice } from './queries.ts'

/** The operator's notice to all users. */
export const notice: Feature = {
  name: 'notice',
  register(app, { db }) {
    route(app, calls.dismissNotice, async ({ body: { version }, user }) => {
      await updateDismissedNotice(db, user.id, version)
      return { version }
    })
  },
}
