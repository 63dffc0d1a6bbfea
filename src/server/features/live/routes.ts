import { checkLine, endLineCheck, getIceServers } from '#shared/live.ts'
import type { Feature } from '#server/feature.ts'
import { rateOf } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { LineChecks } from './connection-tests.ts'
import { iceServersOf } from './turn.ts'

const CHECKS = rateOf('lineChecks')

/** What pages ask before they watch or broadcast. */
export const lines: Feature = {
  name: 'lines',
  register(app, { config, engine, limits }) {
    const { processes } = config.live
    const checks = new LineChecks(engine, { processes })
    const ofAll = { ...CHECKS, points: CHECKS.points * processes }

    route(app, getIceServers, async () => iceServersOf(config.live.turn))

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
