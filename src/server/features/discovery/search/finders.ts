import type { SearchHit, SearchType } from '#shared/discovery/search.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import {
  MAX_SUGGESTION_CANDIDATES,
  MAX_USER_CANDIDATES,
  listUserCandidates,
} from '#server/features/accounts/user-lists/candidate-queries.ts'
import { listUserSummariesByIds } from '#server/features/accounts/user-lists/queries.ts'
import { listPostsByIds } from '#server/features/community/posts/queries.ts'
import { listStreamsByIds } from '#server/features/live/streams/list-streams-by-ids.ts'
import type { StreamDependencies } from '#server/features/live/streams/present-stream.ts'
import { presentVideo } from '#server/features/videos/videos/present-video.ts'
import { listVideosByIds } from '#server/features/videos/videos/queries.ts'
import type { Caller } from '#server/http/access.ts'
import { listPostCandidates, listStreamCandidates, listTagged, listVideoCandidates } from './queries.ts'
import type { SearchCursor, SearchQuery, Scored } from './search-query.ts'
import { rankPage, scorePost, scoreStream, scoreVideo, userScorer } from './rank.ts'

type PresentDependencies = { db: Db } & StreamDependencies

/** `asOf` is the time of the first page's request. */
type SearchRequest = { requester: Caller | null; asOf: Date }

export type Finder = {
  /** Returns the page after the cursor, the best first. */
  find(
    db: Executor,
    searchQuery: SearchQuery,
    cursor: SearchCursor,
    request: SearchRequest,
  ): Promise<Scored[]>
  /** Returns the hits in the order of the ids, as the requester sees them. */
  present(
    dependencies: PresentDependencies,
    ids: readonly string[],
    requester: Caller | null,
  ): Promise<SearchHit[]>
}

export const FINDERS: Record<SearchType, Finder> = {
  people: {
    async find(db, searchQuery, cursor, { requester }) {
      const found = await listUserCandidates(
        db,
        searchQuery,
        requester,
        cursor.isOnlyPage ? MAX_SUGGESTION_CANDIDATES : MAX_USER_CANDIDATES,
      )
      const scoreUser = userScorer(searchQuery)
      return rankPage(
        found.map((each) => ({ id: each.id, score: scoreUser(each) })),
        cursor,
      )
    },
    async present({ db }, ids, requester) {
      return (await listUserSummariesByIds(db, ids, requester)).map((user) => ({ type: 'people', user }))
    },
  },
  posts: {
    async find(db, searchQuery, cursor, { requester, asOf }) {
      if (searchQuery.hashtag !== null) return findTagged(db, searchQuery.hashtag, requester, cursor)
      // No time limit on the first page: after a clock was set back, ids may be ahead of it.
      const found = await listPostCandidates(db, searchQuery, {
        requester,
        until: cursor.after ? asOf : null,
      })
      return rankPage(
        found.map((each) => ({ id: each.id, score: scorePost(each, asOf) })),
        cursor,
      )
    },
    async present({ db }, ids, requester) {
      return (await listPostsByIds(db, ids, requester)).map((post) => ({ type: 'posts', post }))
    },
  },
  streams: {
    async find(db, searchQuery, cursor, { requester }) {
      const found = await listStreamCandidates(db, searchQuery, requester)
      return rankPage(
        found.map((each) => ({ id: each.id, score: scoreStream(each) })),
        cursor,
      )
    },
    async present(dependencies, ids, requester) {
      return (await listStreamsByIds(dependencies, ids, requester)).map((stream) => ({
        type: 'streams',
        stream,
      }))
    },
  },
  videos: {
    async find(db, searchQuery, cursor, { requester, asOf }) {
      const found = await listVideoCandidates(db, searchQuery, {
        requester,
        until: cursor.after ? asOf : null,
      })
      return rankPage(
        found.map((each) => ({ id: each.id, score: scoreVideo(each, asOf) })),
        cursor,
      )
    },
    async present({ db }, ids, requester) {
      const rows = await listVideosByIds(db, ids, requester)
      return rows.map((row) => ({ type: 'videos', video: presentVideo(row, requester) }))
    },
  },
}

async function findTagged(
  db: Executor,
  tag: string,
  requester: Caller | null,
  cursor: SearchCursor,
): Promise<Scored[]> {
  return (await listTagged(db, tag, requester, cursor)).map(({ id }) => ({ id, score: 0 }))
}
