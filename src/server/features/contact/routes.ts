import { sendContactMessage } from '#shared/contact.ts'
import type { Feature } from '#server/feature.ts'
import { type Rate, addressKey } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { takeMessage } from './take-message.ts'

// Members are counted by account, as many of them share one carrier's address.
const MESSAGES: Rate = { name: 'contactMessages', points: 30, seconds: 60 * 60 }

export const contact: Feature = {
  name: 'contact',
  register(app, { db, limits }) {
    route(app, sendContactMessage, async ({ body, user, request }) => {
      const address = addressKey(request.ip)
      await limits.take(MESSAGES, user?.id ?? address)
      return takeMessage(db, { userId: user?.id ?? null, address }, body)
    })
  },
}
