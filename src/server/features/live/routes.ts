import { checkLine, endLineCheck, getIceServers } from '#shared/live.ts'
import type { Feature } from '#server/feature.ts'
import { identify } from '#server/features/auth/sessions.ts'
import type { Rate } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { takeByIdentity } from '#server/realtime/take-by-identity.ts'
import { LineChecks } from './check-line.ts'
import { iceServersOf } from './turn.ts'

const ICE_SERVERS: Rate = { name: 'iceServers', points: 60, seconds: 60 }
const ICE_SERVERS_OF_ADDRESS: Rate = { name: 'iceServersOfAddress', points: 2000, seconds: 60 }
/** Of each process of the engine. */
const CHECKS: Rate = { name: 'lineChecks', points: 30, seconds: 10 * 60 }

/** What pages ask before they watch or broadcast. */
export const lines: Feature = {
  name: 'lines',
  register(app, { config, engine, limits }) {
    const { processes } = config.live
    const checks = new LineChecks(engine, { processes })
    const ofAll = { ...CHECKS, points: CHECKS.points * processes }

    route(app, getIceServers, async ({ request }) => {
      const rates = { ofActor: ICE_SERVERS, ofAddress: ICE_SERVERS_OF_ADDRESS }
      await takeByIdentity(limits, identify(request), rates)
      return iceServersOf(config.live.turn)
    })

    route(app, checkLine, async ({ body, user }) => {
      await limits.take(ofAll, user.id)
      return checks.begin(user.id, body.sdp, body.process)
    })

    route(app, endLineCheck, async ({ params, user }) => {
      checks.end(user.id, params.id)
      return { ended: true } as const
    })

    return () => checks.close()
  },
}
