import { hasWord, indexWords, textOf } from '#shared/text/search-words.ts'
import type { UserCandidate } from '#server/features/accounts/user-lists/candidate-queries.ts'
import type { PostCandidate, StreamCandidate, VideoCandidate } from './queries.ts'
import type { SearchCursor, SearchQuery, Scored } from './search-query.ts'

/** Returns the page after the cursor, by score, then newest first: a total order, so pages are stable. */
export function rankPage(scored: readonly Scored[], { after, limit }: SearchCursor): Scored[] {
  return scored
    .filter((each) => !after || comesAfter(each, after))
    .toSorted((one, other) => (comesAfter(one, other) ? 1 : -1))
    .slice(0, limit)
}

function comesAfter(one: Scored, other: Scored): boolean {
  return one.score === other.score ? one.id < other.id : one.score < other.score
}

/** Exceeds every follower count. */
const NAME_STEP = 1e10

type WordsOfQuery = Pick<SearchQuery, 'words' | 'textWords'>

/** Users who are live first; among them and the others full name or handle, then whole words, then word prefixes, then other matches; followers break ties. */
export function userScorer({ words, textWords }: WordsOfQuery): (user: UserCandidate) => number {
  const wholeText = words.map(textOf).join('')
  const hasAll = (stored: readonly string[], matches: (stored: string, searched: string) => boolean) =>
    words.every((word) => hasWord(stored, word, matches))
  return ({ firstName, lastName, handle, followersCount, isLive }) => {
    const name = indexWords(`${firstName ?? ''} ${lastName ?? ''}`)
    const handleWords = indexWords(handle)
    const isFullName = () => name.every((word) => textWords.includes(word)) && hasAll(name, isEqual)
    const stored = [...name, ...handleWords]
    const step =
      wholeText === handleWords.join('') || isFullName()
        ? 3
        : hasAll(stored, isEqual)
          ? 2
          : hasAll(stored, isPrefix)
            ? 1
            : 0
    return (isLive ? LIVE_STEP : 0) + step * NAME_STEP + followersCount
  }
}

const isEqual = (stored: string, searched: string) => stored === searched
const isPrefix = (stored: string, searched: string) => stored.startsWith(searched)

const DAY_MS = 24 * 60 * 60 * 1000

/** An exact match is worth as much as 100 likes; ten times the likes offset four times the age. */
export function scorePost({ isExact, likesCount, createdAt }: PostCandidate, asOf: Date): number {
  return scoreOf({ isExact, popularity: likesCount, at: createdAt }, asOf)
}

/** The same with a tenth of the views instead of the likes. */
export function scoreVideo({ isExact, viewsCount, publishedAt }: VideoCandidate, asOf: Date): number {
  return scoreOf({ isExact, popularity: viewsCount / 10, at: publishedAt }, asOf)
}

function scoreOf(
  { isExact, popularity, at }: { isExact: boolean; popularity: number; at: string },
  asOf: Date,
): number {
  const days = Math.max(0, asOf.getTime() - new Date(at).getTime()) / DAY_MS
  const score = (isExact ? 2 : 0) + Math.log10(1 + popularity) - Math.log2(1 + days) / 2
  // Rounded to the precision that the cursor accepts.
  return Math.round(score * 1e6) / 1e6
}

/** Exceeds every timestamp in milliseconds. */
const LIVE_STEP = 1e14

/** Live ones first, then by start time, newest first. */
export function scoreStream({ isLive, startedOrCreatedAt }: StreamCandidate): number {
  return (isLive ? LIVE_STEP : 0) + new Date(startedOrCreatedAt).getTime()
}
