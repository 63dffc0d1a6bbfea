import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { userSummary } from '#shared/accounts/follows.ts'
import { maxLength, page } from '#shared/fields.ts'
import { post } from '#shared/community/posts.ts'
import { stream } from '#shared/live/streams.ts'
import { video } from '#shared/videos/videos.ts'

export const SEARCH_TYPES = ['people', 'posts', 'streams', 'videos'] as const
export type SearchType = (typeof SEARCH_TYPES)[number]

const searchHit = z.discriminatedUnion('type', [
  z.object({ type: z.literal('people'), user: userSummary }),
  z.object({ type: z.literal('posts'), post }),
  z.object({ type: z.literal('streams'), stream }),
  z.object({ type: z.literal('videos'), video }),
])
export type SearchHit = z.output<typeof searchHit>

/** In code points. */
export const MAX_SEARCH_LENGTH = 200
const q = z.string().check(z.trim(), z.minLength(1), maxLength(MAX_SEARCH_LENGTH))

/**
 * Best match first. With one `type`: a page, with a cursor. With several (comma-separated; all by default): the first
 * `limit` of each, in the order given. A `#hashtag` finds its posts, newest first.
 */
export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  access: 'anyone',
  rate: 'searches',
  query: z.extend(page, {
    q,
    type: z.optional(
      z.string().check(
        z.maxLength(60),
        z.refine((value) => value.split(',').every((type) => SEARCH_TYPES.some((each) => each === type))),
      ),
    ),
  }),
  response: z.array(searchHit),
})

const suggestion = z.discriminatedUnion('type', [
  z.object({ type: z.literal('person'), user: userSummary }),
  z.object({ type: z.literal('hashtag'), tag: z.string(), label: z.string(), postsCount: z.int() }),
  z.object({ type: z.literal('stream'), stream }),
  z.object({ type: z.literal('video'), video }),
])
export type Suggestion = z.output<typeof suggestion>

/** A few suggestions while typing: every word is matched as a prefix. */
export const suggest = endpoint({
  method: 'GET',
  path: '/api/search/suggest',
  access: 'anyone',
  rate: 'suggestions',
  query: z.object({ q }),
  response: z.array(suggestion),
})
