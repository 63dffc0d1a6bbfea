import { listTrending } from '#shared/discovery/trending.ts'
import { trendsService } from '#server/features/discovery/trending/trends.ts'
import type { Mount } from '#server/feature.ts'
import { route } from '#server/http/route.ts'

export const mountTrending: Mount = (app, { service }) => {
  const trends = service(trendsService)
  route(app, listTrending, ({ query }) => trends.listTop(query.limit))
}
