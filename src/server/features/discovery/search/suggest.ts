import { fold } from '#shared/text/fold.ts'
import type { Suggestion } from '#shared/discovery/search.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import { listUserSummariesByIds } from '#server/features/accounts/user-lists/queries.ts'
import { listStreamsByIds } from '#server/features/live/streams/list-streams-by-ids.ts'
import type { StreamDependencies } from '#server/features/live/streams/present-stream.ts'
import { presentVideo } from '#server/features/videos/videos/present-video.ts'
import { listVideosByIds } from '#server/features/videos/videos/queries.ts'
import type { Trends } from '#server/features/discovery/trending/trends.ts'
import type { Caller } from '#server/http/access.ts'
import { type Finder, FINDERS } from './finders.ts'
import { parseSearchQuery } from './search-query.ts'

const MAX_USERS = 4
const MAX_HASHTAGS = 3
const MAX_STREAMS = 2
const MAX_VIDEOS = 2

/** Suggests a few users, hashtags, streams and videos for a search text while it is typed; `#` restricts it to hashtags. */
export async function suggestFor(
  dependencies: { limitedDb: Executor; db: Db; trends: Trends } & StreamDependencies,
  text: string,
  requester: Caller | null,
): Promise<Suggestion[]> {
  const { limitedDb, db, trends } = dependencies
  const findIds = async (finder: Finder, limit: number) => {
    const searchQuery = parseSearchQuery(text, 'all')
    if (text.startsWith('#') || searchQuery.words.length === 0) return []
    const cursor = { after: undefined, limit, isOnlyPage: true }
    const found = await finder.find(limitedDb, searchQuery, cursor, { requester, asOf: new Date() })
    return found.map(({ id }) => id)
  }
  const [users, hashtags, streams, videos] = await Promise.all([
    findIds(FINDERS.people, MAX_USERS).then((found) => listUserSummariesByIds(db, found, requester)),
    suggestHashtags(trends, text),
    findIds(FINDERS.streams, MAX_STREAMS).then((found) => listStreamsByIds(dependencies, found, requester)),
    findIds(FINDERS.videos, MAX_VIDEOS).then((found) => listVideosByIds(db, found, requester)),
  ])
  return [
    ...users.map((user): Suggestion => ({ type: 'person', user })),
    ...hashtags.map((tag): Suggestion => ({ type: 'hashtag', ...tag })),
    ...streams.map((stream): Suggestion => ({ type: 'stream', stream })),
    ...videos.map((row): Suggestion => ({ type: 'video', video: presentVideo(row, requester) })),
  ]
}

/** Joins the words into one hashtag: 'amapiano ni' suggests #AmapianoNights. Returns none for a handle (`@`). */
function suggestHashtags(trends: Trends, text: string) {
  const prefix = fold(text).replace(/[^\p{Letter}\p{Number}_]/gu, '')
  return prefix === '' || text.startsWith('@') ? [] : trends.listWithPrefix(prefix, MAX_HASHTAGS)
}
