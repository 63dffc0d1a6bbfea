import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { page } from '#shared/fields.ts'
import { post } from '#shared/community/posts.ts'
import { stream } from '#shared/live/streams.ts'
import { video } from '#shared/videos/videos.ts'

const step = z.discriminatedUnion('type', [
  z.object({ type: z.literal('post'), post }),
  z.object({ type: z.literal('stream'), stream }),
  /** Including drafts and recordings in processing. */
  z.object({ type: z.literal('video'), video }),
])
export type JourneyItem = z.output<typeof step>

/** Returns the post, stream or video of a step. */
export function contentOf(step: JourneyItem) {
  switch (step.type) {
    case 'post':
      return step.post
    case 'stream':
      return step.stream
    case 'video':
      return step.video
    default:
      return step satisfies never
  }
}

/** The caller's posts, streams and videos, newest first. */
export const listJourney = endpoint({
  method: 'GET',
  path: '/api/journey',
  access: 'member',
  query: page,
  response: z.array(step),
})
