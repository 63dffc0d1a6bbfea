import { fold } from '#shared/text/fold.ts'
import type { Suggestion } from '#shared/search.ts'
import type { Db } from '#server/db/executor.ts'
import { listUserSummariesByIds } from '#server/features/user-lists/queries.ts'
import { listStreamsByIds } from '#server/features/streams/list-streams-by-ids.ts'
import type { StreamKeys } from '#server/features/stream-keys/stream-keys.ts'
import type { Trends } from '#server/features/trending/trends.ts'
import type { Caller } from '#server/http/access.ts'
import { type Finder, FINDERS } from './finders.ts'
import { parseSearchQuery } from './search-query.ts'

const PEOPLE = 4
const HASHTAGS = 3
const STREAMS = 2

/** A few people, hashtags and streams that somebody who types this may mean; `#` asks for hashtags alone. */
export async function suggestFor(
  { briefDb, db, streamKeys, trends }: { briefDb: Db; db: Db; streamKeys: StreamKeys; trends: Trends },
  text: string,
  viewer: Caller | null,
): Promise<Suggestion[]> {
  const ids = async (finder: Finder | undefined, limit: number) => {
    const question = parseSearchQuery(text, 'all')
    if (text.startsWith('#') || question.words.length === 0 || !finder) return []
    const cursor = { after: undefined, limit, isOnlyPage: true }
    const found = await finder.find(briefDb, question, cursor, { viewer, asOf: new Date() })
    return found.map(({ id }) => id)
  }
  const [people, hashtags, streams] = await Promise.all([
    ids(FINDERS.people, PEOPLE).then((found) => listUserSummariesByIds(db, found, viewer)),
    hashtagsBeginning(trends, text),
    ids(FINDERS.streams, STREAMS).then((found) => listStreamsByIds({ db, streamKeys }, found, viewer)),
  ])
  return [
    ...people.map((user): Suggestion => ({ type: 'person', user })),
    ...hashtags.map((tag): Suggestion => ({ type: 'hashtag', ...tag })),
    ...streams.map((stream): Suggestion => ({ type: 'stream', stream })),
  ]
}

/** Words that are typed apart are one hashtag: 'amapiano ni' may become #AmapianoNights. An `@` asks for nobody's tag. */
function hashtagsBeginning(trends: Trends, text: string) {
  const beginning = fold(text).replace(/[^\p{Letter}\p{Number}_]/gu, '')
  return beginning === '' || text.startsWith('@') ? [] : trends.beginning(beginning, HASHTAGS)
}
