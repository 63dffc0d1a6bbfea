import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { page } from './fields.ts'
import { post } from './posts.ts'
import { stream } from './streams.ts'

const step = z.discriminatedUnion('type', [
  z.object({ type: z.literal('post'), post }),
  z.object({ type: z.literal('stream'), stream }),
])
export type Step = z.output<typeof step>

/** What the caller has made here, newest first. */
export const listJourney = endpoint({
  method: 'GET',
  path: '/api/journey',
  access: 'member',
  query: page,
  response: z.array(step),
})
