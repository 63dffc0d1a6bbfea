import * as z from 'zod/mini'
import { STREAM_CATEGORIES, VIDEO_CATEGORIES } from '#shared/constants.ts'

type Category = (typeof STREAM_CATEGORIES)[number]
type VideoCategory = (typeof VIDEO_CATEGORIES)[number]

/** The tiles of the home page, with the categories of streams and videos in each. */
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
    videoCategories: ['Music', 'Dance'],
  },
  { name: 'Gaming Culture', categories: ['Gaming'], videoCategories: ['Gaming'] },
  { name: 'Culinary Arts', categories: ['Cooking & Culture'], videoCategories: ['Food'] },
  {
    name: 'Knowledge & Growth',
    categories: ['Education & History', 'Tech & Innovation', 'Business & Entrepreneurship'],
    videoCategories: ['Education', 'Technology', 'Documentary'],
  },
] as const satisfies readonly {
  name: string
  categories: readonly Category[]
  videoCategories: readonly VideoCategory[]
}[]

/** The video categories about the same as a stream category; the other stream categories have none. */
const VIDEO_CATEGORIES_BY_STREAM_CATEGORY: Partial<Record<Category, readonly VideoCategory[]>> = {
  'Afrobeats & Music': ['Music'],
  'Visual Arts & Design': ['Art'],
  'Fashion & Style': ['Fashion'],
  'Dance & Movement': ['Dance'],
  'Cooking & Culture': ['Food'],
  'Education & History': ['Education', 'Documentary'],
  'Tech & Innovation': ['Technology'],
  'Comedy & Entertainment': ['Comedy'],
}

export type MovementName = (typeof MOVEMENTS)[number]['name']
export const MOVEMENT_NAMES = MOVEMENTS.map(({ name }) => name)

/** Filters of a list of streams: a category, or a movement for all of its categories. */
export const MOVEMENTS_AND_CATEGORIES = [...MOVEMENT_NAMES, ...STREAM_CATEGORIES]
export const movementOrCategory = z.enum(MOVEMENTS_AND_CATEGORIES)
export type MovementOrCategory = z.output<typeof movementOrCategory>

/** Returns the stream categories of a category or movement; undefined for any other name. */
export function categoriesOf(name: string): readonly Category[] | undefined {
  const category = STREAM_CATEGORIES.find((each) => each === name)
  return category ? [category] : MOVEMENTS.find((each) => each.name === name)?.categories
}

/** Returns the video categories of a video category, stream category or movement. */
export function videoCategoriesOf(name: string): readonly VideoCategory[] {
  const category = VIDEO_CATEGORIES.find((each) => each === name)
  if (category) return [category]
  const streamCategory = STREAM_CATEGORIES.find((each) => each === name)
  if (streamCategory) return VIDEO_CATEGORIES_BY_STREAM_CATEGORY[streamCategory] ?? []
  return MOVEMENTS.find((each) => each.name === name)?.videoCategories ?? []
}
