/** How old a follow must be in a chat for followers only, in minutes; 0 is any age. */
export const FOLLOW_AGES = [0, 10, 30, 60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60] as const

type FollowAge = { unit: 'day' | 'hour' | 'minute'; count: number }

/** Returns a number of minutes in its longest whole unit. */
export function toFollowAge(minutes: number): FollowAge {
  if (minutes % (24 * 60) === 0) return { unit: 'day', count: minutes / (24 * 60) }
  if (minutes % 60 === 0) return { unit: 'hour', count: minutes / 60 }
  return { unit: 'minute', count: minutes }
}
