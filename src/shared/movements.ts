import * as z from 'zod/mini'
import { STREAM_CATEGORIES } from './constants.ts'
import { endpoint } from './endpoint.ts'

type Category = (typeof STREAM_CATEGORIES)[number]

/** The tiles of the home page, and the stream categories that each stands for. */
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

/** What a list of streams can be narrowed to: one category, or a movement with all of its own. */
export const MOVEMENTS_AND_CATEGORIES = [...movementNames, ...STREAM_CATEGORIES]
export const movementOrCategory = z.enum(MOVEMENTS_AND_CATEGORIES)
export type MovementOrCategory = z.output<typeof movementOrCategory>

/** The stream categories that a category or a movement stands for; undefined for a name that is neither. */
export function categoriesOf(name: string): readonly Category[] | undefined {
  const category = STREAM_CATEGORIES.find((known) => known === name)
  return category ? [category] : MOVEMENTS.find((known) => known.name === name)?.categories
}

/** How far back the tiles count: whoever has been away for longer is no part of what goes on. */
export const MOVEMENT_DAYS = 90

const movement = z.object({
  name: z.enum(movementNames),
  /** Distinct creators who have started a stream in its categories in the last `MOVEMENT_DAYS`. */
  creatorsCount: z.int(),
})
export type Movement = z.output<typeof movement>

export const listMovements = endpoint({
  method: 'GET',
  path: '/api/movements',
  access: 'anyone',
  response: z.array(movement),
})
