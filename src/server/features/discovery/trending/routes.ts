import { listTrending } from '#shared/discovery/trending.ts'
import type { Feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import type { Trends } from './trends.ts'

export const trending = (trends: Trends): Feature => ({
  name: 'trending',
  register(app) {
    route(app, listTrending, ({ query }) => trends.listTop(query.limit))
  },
})
