import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

/** A trending hashtag. `tag` is folded, `label` its most common spelling; both without the `#`. */
const trend = z.object({ tag: z.string(), label: z.string(), postsCount: z.int() })
export type Trend = z.output<typeof trend>

/** Hashtags of the posts of the last 7 days, by number of posts, then by number of authors. */
export const listTrending = endpoint({
  method: 'GET',
  path: '/api/trending',
  access: 'anyone',
  query: z.object({ limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 5) }),
  response: z.array(trend),
})
