/** The names of the design tokens for thread colours (`--t-…`). */
export type ThreadColor =
  | 'marigold'
  | 'clay'
  | 'sorrel'
  | 'jacaranda'
  | 'indigo'
  | 'palm'
  | 'cotton'
  | 'night'

/** Colours of one strip. `stripes` run along the strip in the warp colour; their numbers are fractions of its width. */
type Recipe = {
  ground: ThreadColor
  warp: ThreadColor
  stripes: readonly (readonly [start: number, width: number])[]
  figure: ThreadColor
  weft: ThreadColor
}

/** `FAMILIES` refers to recipes by index. */
export const RECIPES: readonly [Recipe, ...Recipe[]] = [
  recipe(
    'indigo',
    'cotton',
    [
      [0.3, 0.035],
      [0.48, 0.035],
      [0.66, 0.035],
    ],
    'cotton',
    'indigo',
  ),
  recipe(
    'night',
    'marigold',
    [
      [0.14, 0.05],
      [0.81, 0.05],
    ],
    'marigold',
    'night',
  ),
  recipe(
    'cotton',
    'indigo',
    [
      [0.16, 0.05],
      [0.27, 0.05],
      [0.79, 0.05],
    ],
    'indigo',
    'marigold',
  ),
  recipe(
    'sorrel',
    'night',
    [
      [0.2, 0.07],
      [0.73, 0.07],
    ],
    'night',
    'sorrel',
  ),
  recipe('night', 'cotton', [[0.46, 0.06]], 'sorrel', 'cotton'),
  recipe(
    'marigold',
    'night',
    [
      [0.14, 0.05],
      [0.25, 0.05],
    ],
    'night',
    'clay',
  ),
  recipe('palm', 'cotton', [[0.46, 0.06]], 'cotton', 'night'),
  recipe(
    'indigo',
    'night',
    [
      [0.14, 0.08],
      [0.78, 0.08],
    ],
    'night',
    'marigold',
  ),
  recipe(
    'clay',
    'night',
    [
      [0.14, 0.05],
      [0.81, 0.05],
    ],
    'cotton',
    'night',
  ),
  recipe(
    'jacaranda',
    'cotton',
    [
      [0.2, 0.05],
      [0.75, 0.05],
    ],
    'night',
    'cotton',
  ),
  // Plain night, for the player while nothing is playing.
  recipe(
    'night',
    'cotton',
    [
      [0.16, 0.01],
      [0.82, 0.01],
    ],
    'night',
    'night',
  ),
]

/** Recipes that may be combined in one pattern, in related colours. Only the landing hero combines all. */
export const FAMILIES = {
  indigo: [7, 0, 2],
  sorrel: [4, 3],
  marigold: [1, 5],
  palm: [6, 1],
  clay: [8, 1],
  jacaranda: [9, 4],
  promo: [0, 1],
  offline: [10],
  hero: [2, 4, 0, 1, 7, 3, 6, 5],
} as const satisfies Record<string, readonly number[]>

export type ColorFamily = keyof typeof FAMILIES

function recipe(
  ground: ThreadColor,
  warp: ThreadColor,
  stripes: Recipe['stripes'],
  figure: ThreadColor,
  weft: ThreadColor,
): Recipe {
  return { ground, warp, stripes, figure, weft }
}
