import { foldedWords } from '#shared/text/fold.ts'
import type { UserCandidate, PostCandidate, StreamCandidate } from './queries.ts'
import type { SearchCursor, Scored } from './search-query.ts'

/** A page of the best: by score, then the newest. The same scores give the same pages. */
export function pageOfBest(scored: readonly Scored[], { after, limit }: SearchCursor): Scored[] {
  return scored
    .filter((each) => !after || comesAfter(each, after))
    .toSorted((one, other) => (comesAfter(one, other) ? 1 : -1))
    .slice(0, limit)
}

function comesAfter(one: Scored, other: Scored): boolean {
  return one.score === other.score ? one.id < other.id : one.score < other.score
}

/** More than anyone has followers. */
const NAME_STEP = 1e10

/** The whole name or handle, then whole words of them, then beginnings, then other words; followers decide among equals. */
export function userScore(person: UserCandidate, words: readonly string[]): number {
  const name = foldedWords(`${person.firstName ?? ''} ${person.lastName ?? ''}`)
  const handle = foldedWords(person.handle)
  const parts = [...name, ...handle]
  // Both have each word once.
  const isWholeName = name.length === words.length && words.every((word) => name.includes(word))
  const step =
    isWholeName || words.join('') === handle.join('')
      ? 3
      : words.every((word) => parts.includes(word))
        ? 2
        : words.every((word) => parts.some((part) => part.startsWith(word)))
          ? 1
          : 0
  return step * NAME_STEP + person.followersCount
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The words as they stand are worth a hundred likes; ten times the likes make up for four times the age in days. */
export function postScore({ isWhole, likesCount, createdAt }: PostCandidate, asOf: Date): number {
  const days = Math.max(0, asOf.getTime() - new Date(createdAt).getTime()) / DAY_MS
  const score = (isWhole ? 2 : 0) + Math.log10(1 + likesCount) - Math.log2(1 + days) / 2
  // Short enough for a cursor.
  return Math.round(score * 1e6) / 1e6
}

/** More than any moment's milliseconds. */
const LIVE_STEP = 1e14

/** Live ones first, then the one that started last. */
export function streamScore({ isLive, at }: StreamCandidate): number {
  return (isLive ? LIVE_STEP : 0) + new Date(at).getTime()
}
