import type { SearchHit, SearchType } from '#shared/search.ts'
import type { Db } from '#server/db/executor.ts'
import type { StreamKeys } from '#server/features/stream-keys/stream-keys.ts'
import { listUserSummariesByIds } from '#server/features/user-lists/queries.ts'
import { listPostsByIds } from '#server/features/posts/queries.ts'
import { listStreamsByIds } from '#server/features/streams/list-streams-by-ids.ts'
import type { Caller } from '#server/http/access.ts'
import {
  CANDIDATES,
  FEW_CANDIDATES,
  listUserCandidates,
  listPostCandidates,
  listStreamCandidates,
  listTagged,
} from './queries.ts'
import type { SearchCursor, SearchQuery, Scored } from './search-query.ts'
import { pageOfBest, userScore, postScore, streamScore } from './rank.ts'

/** What the lists of found records are made with. */
type Shown = { db: Db; streamKeys: StreamKeys }

/** Who asks, and when the first page was asked for. */
type Asked = { viewer: Caller | null; asOf: Date }

export type Finder = {
  /** The best first, after the place. */
  find(db: Db, question: SearchQuery, place: SearchCursor, asked: Asked): Promise<Scored[]>
  /** In the order of the ids, as this viewer sees them. */
  present(parts: Shown, ids: readonly string[], viewer: Caller | null): Promise<SearchHit[]>
}

/** Who finds what: a kind that has no finder yet is simply never found. */
export const FINDERS: Partial<Record<SearchType, Finder>> = {
  people: {
    async find(db, question, place) {
      const found = await listUserCandidates(db, question, place.isOnlyPage ? FEW_CANDIDATES : CANDIDATES)
      const scored = found.map((each) => ({ id: each.id, score: userScore(each, question.words) }))
      return pageOfBest(scored, place)
    },
    async present({ db }, ids, viewer) {
      return (await listUserSummariesByIds(db, ids, viewer)).map((user) => ({ type: 'people', user }))
    },
  },
  posts: {
    async find(db, question, place, { asOf }) {
      if (question.hashtag !== null) return newestTagged(db, question.hashtag, place)
      const found = await listPostCandidates(db, question, asOf)
      return pageOfBest(
        found.map((each) => ({ id: each.id, score: postScore(each, asOf) })),
        place,
      )
    },
    async present({ db }, ids, viewer) {
      return (await listPostsByIds(db, ids, viewer)).map((post) => ({ type: 'posts', post }))
    },
  },
  streams: {
    async find(db, question, place, { viewer }) {
      const found = await listStreamCandidates(db, question, viewer)
      return pageOfBest(
        found.map((each) => ({ id: each.id, score: streamScore(each) })),
        place,
      )
    },
    async present(parts, ids, viewer) {
      return (await listStreamsByIds(parts, ids, viewer)).map((stream) => ({ type: 'streams', stream }))
    },
  },
}

async function newestTagged(db: Db, tag: string, place: SearchCursor): Promise<Scored[]> {
  return (await listTagged(db, tag, place)).map(({ id }) => ({ id, score: 0 }))
}
