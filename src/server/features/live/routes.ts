import { checkLine, endLineCheck, getIceServers } from '#shared/live.ts'
import type { Feature } from '#server/feature.ts'
import { identify } from '#server/features/auth/sessions.ts'
import type { Rate } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { actorOf, isKnown } from '#server/realtime/connection.ts'
import { LineChecks } from './check-line.ts'
import { iceServersOf } from './turn.ts'

const ICE_SERVERS: Rate = { name: 'iceServers', points: 60, seconds: 60 }
const ICE_SERVERS_OF_ADDRESS: Rate = { name: 'iceServersOfAddress', points: 2000, seconds: 60 }
const CHECKS: Rate = { name: 'lineChecks', points: 30, seconds: 10 * 60 }

/** What pages ask before they watch or broadcast. */
export const lines: Feature = {
  name: 'lines',
  register(app, { config, engine, limits }) {
    const checks = new LineChecks(engine)

    route(app, getIceServers, async ({ request }) => {
      const identity = identify(request)
      if (isKnown(identity)) await limits.take(ICE_SERVERS, actorOf(identity))
      await limits.take(ICE_SERVERS_OF_ADDRESS, identity.address)
      return iceServersOf(config.live.turn)
    })

    route(app, checkLine, async ({ body, user }) => {
      await limits.take(CHECKS, user.id)
      return checks.begin(user.id, body.sdp)
    })

    route(app, endLineCheck, async ({ params, user }) => {
      checks.end(user.id, params.id)
      return { ended: true } as const
    })

    return () => checks.close()
  },
}
