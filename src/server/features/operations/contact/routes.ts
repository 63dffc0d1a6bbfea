import { sendContactMessage } from '#shared/operations/contact.ts'
import type { Feature } from '#server/feature.ts'
import { addressKey } from '#server/http/rates/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { storeContactMessage } from './store-message.ts'

export const contact: Feature = {
  name: 'contact',
  // For the map that the contact page shows on request.
  contentSources: { frameSrc: ['https://www.openstreetmap.org'] },
  register(app, { config, db, settings }) {
    route(app, sendContactMessage, ({ body, user, request }) =>
      storeContactMessage(
        { config, db, settings },
        { userId: user?.id ?? null, ipAddress: addressKey(request.ip) },
        body,
      ),
    )
  },
}
