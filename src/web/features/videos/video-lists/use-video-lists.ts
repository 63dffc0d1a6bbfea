import {
  type VIDEO_SORTS,
  type VideoCategoryFilter,
  listUserVideos,
  listVideos,
} from '#shared/videos/videos.ts'
import { callList } from '#web/api/call.ts'
import { getId } from '#web/api/pages.ts'
import { usePages } from '#web/api/use-pages.ts'

/** Page size of lists that have other content below. */
const PAGE_SIZE = 6

export type VideoSort = (typeof VIDEO_SORTS)[number]

/** Everyone's public videos, the latest published or the most viewed first. */
export function usePublicVideos(category: VideoCategoryFilter | undefined, sort: VideoSort) {
  return usePages({
    key: ['video-lists', sort, category ?? ''],
    load: (cursor) => callList(listVideos, { query: { cursor, category, sort, limit: PAGE_SIZE } }),
    idOf: getId,
    staleMs: 0,
  })
}

/** The public videos of a user, the latest published first. */
export function useUserVideos(userId: string) {
  return usePages({
    key: ['video-lists', 'of', userId],
    load: (cursor) => callList(listUserVideos, { params: { userId }, query: { cursor, limit: PAGE_SIZE } }),
    idOf: getId,
    staleMs: 0,
  })
}
