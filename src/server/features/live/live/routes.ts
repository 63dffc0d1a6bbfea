import { startConnectionTest, endConnectionTest, getIceServers } from '#shared/live/live.ts'
import type { Mount } from '#server/feature.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { ConnectionTests } from './connection-tests.ts'
import { iceServersOf } from './turn.ts'

const RATE = rateOf('connectionTests')

export const mountConnectionTests: Mount = (app, { config, engine, limits }) => {
  const { processes } = config.live
  const tests = new ConnectionTests(engine, { processes })
  const totalRate = { ...RATE, points: RATE.points * processes }

  route(app, getIceServers, async () => iceServersOf(config.live.turn))

  route(app, startConnectionTest, async ({ body, user }) => {
    await limits.consume(totalRate, user.id)
    return tests.start(user.id, body.sdp, body.process)
  })

  route(app, endConnectionTest, async ({ params, user }) => {
    tests.end(user.id, params.id)
    return { ended: true } as const
  })

  return () => tests.close()
}
