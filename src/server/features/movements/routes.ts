import { listMovements } from '#shared/movements.ts'
import { keptFor } from '#server/kept-for.ts'
import type { Feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { countCreators } from './queries.ts'

export const movements: Feature = {
  name: 'movements',
  register(app, { config, db }) {
    route(
      app,
      listMovements,
      keptFor(config.countsMs, () => countCreators(db)),
    )
  },
}
