import { startConnectionTest, endConnectionTest, getIceServers } from '#shared/live.ts'
import type { Feature } from '#server/feature.ts'
import { rateOf } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { ConnectionTests } from './connection-tests.ts'
import { iceServersOf } from './turn.ts'

const CHECKS = rateOf('lineChecks')

/** What pages ask before they watch or broadcast. */
export const connectionTests: Feature = {
  name: 'lines',
  register(app, { config, engine, limits }) {
    const { processes } = config.live
    const checks = new ConnectionTests(engine, { processes })
    const ofAll = { ...CHECKS, points: CHECKS.points * processes }

    route(app, getIceServers, async () => iceServersOf(config.live.turn))

    route(app, startConnectionTest, async ({ body, user }) => {
      await limits.consume(ofAll, user.id)
      return checks.begin(user.id, body.sdp, body.process)
    })

    route(app, endConnectionTest, async ({ params, user }) => {
      checks.end(user.id, params.id)
      return { ended: true } as const
    })

    return () => checks.close()
  },
}
