import { listMovements, MOVEMENT_DAYS } from '#shared/discovery/movements.ts'
import { ttlCache } from '#server/concurrency/ttl-cache.ts'
import type { Feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { countCreators } from './queries.ts'

const WINDOW_MS = MOVEMENT_DAYS * 24 * 60 * 60 * 1000

export const movements: Feature = {
  name: 'movements',
  register(app, { config, db }) {
    route(
      app,
      listMovements,
      ttlCache(config.countsMs, () => countCreators(db, new Date(Date.now() - WINDOW_MS))),
    )
  },
}
