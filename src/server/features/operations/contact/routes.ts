import { sendContactMessage } from '#shared/operations/contact.ts'
import type { Mount } from '#server/feature.ts'
import { addressKey } from '#server/http/rates/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { storeContactMessage } from './store-message.ts'

export const mountContact: Mount = (app, { config, db, settings }) => {
  route(app, sendContactMessage, ({ body, user, request }) =>
    storeContactMessage(
      { config, db, settings },
      { userId: user?.id ?? null, ipAddress: addressKey(request.ip) },
      body,
    ),
  )
}
