import * as z from 'zod/mini'
import { STREAM_CATEGORIES } from './constants.ts'
import { endpoint } from './endpoint.ts'

type Category = (typeof STREAM_CATEGORIES)[number]

/** The tiles of the home page, with the stream categories of each. */
export const MOVEMENTS = [
  {
    name: 'Afrobeats & Soul',
    categories: [
      'Afrobeats & Music',
      'Caribbean Vibes',
      'Hip-Hop Culture',
      'Dancehall Sessions',
      'Afro-Latin Fusion',
    ],
  },
  { name: 'Gaming Culture', categories: ['Gaming'] },
  { name: 'Culinary Arts', categories: ['Cooking & Culture'] },
  {
    name: 'Knowledge & Growth',
    categories: ['Education & History', 'Tech & Innovation', 'Business & Entrepreneurship'],
  },
] as const satisfies readonly { name: string; categories: readonly Category[] }[]

export type MovementName = (typeof MOVEMENTS)[number]['name']
const movementNames = MOVEMENTS.map(({ name }) => name)

/** Filters of a list of streams: a category, or a movement for all of its categories. */
export const MOVEMENTS_AND_CATEGORIES = [...movementNames, ...STREAM_CATEGORIES]
export const movementOrCategory = z.enum(MOVEMENTS_AND_CATEGORIES)
export type MovementOrCategory = z.output<typeof movementOrCategory>

/** Returns the stream categories of a category or movement; undefined for any other name. */
export function categoriesOf(name: string): readonly Category[] | undefined {
  const category = STREAM_CATEGORIES.find((each) => each === name)
  return category ? [category] : MOVEMENTS.find((each) => each.name === name)?.categories
}

/** The tiles count only creators who streamed in this many days, so that they show current activity. */
export const MOVEMENT_DAYS = 90

const movement = z.object({
  name: z.enum(movementNames),
  /** Distinct creators who started a stream in its categories in the last `MOVEMENT_DAYS`. */
  creatorsCount: z.int(),
})
export type Movement = z.output<typeof movement>

export const listMovements = endpoint({
  method: 'GET',
  path: '/api/movements',
  access: 'anyone',
  response: z.array(movement),
})
