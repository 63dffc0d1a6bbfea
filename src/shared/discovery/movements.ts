import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { MOVEMENT_NAMES } from '#shared/live/movements.ts'

/** The tiles count only creators who streamed or published a video in this many days, so that they show current activity. */
export const MOVEMENT_DAYS = 90

const movement = z.object({
  name: z.enum(MOVEMENT_NAMES),
  /** Distinct creators with a stream or video in its categories in the last `MOVEMENT_DAYS`. */
  creatorsCount: z.int(),
})
export type Movement = z.output<typeof movement>

export const listMovements = endpoint({
  method: 'GET',
  path: '/api/movements',
  access: 'anyone',
  response: z.array(movement),
})
