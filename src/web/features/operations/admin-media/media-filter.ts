import { MAX_MEDIA_SEARCH, type MediaKind, mediaKind } from '#shared/operations/admin-media.ts'
import { firstCodePoints, id } from '#shared/fields.ts'
import { isSearchable } from '#shared/text/searchable.ts'
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts'
import type { MediaCallQuery } from './use-media.ts'

/** The filter of the list; `search` as typed. */
export type MediaFilter = { kind: MediaKind | null; userId: string | null; search: string }

/** The filter in the URL: `?kind=&userId=&search=`. Omits values that the server would refuse. */
export function useMediaFilter() {
  const [values, setValues] = useUrlFilter(['kind', 'userId', 'search'])
  const filter: MediaFilter = {
    kind: mediaKind.safeParse(values.kind).data ?? null,
    userId: id.safeParse(values.userId).data ?? null,
    search: values.search,
  }
  return [filter, setValues] as const
}

/** The query of the call. */
export function mediaQuery({ kind, userId, search }: MediaFilter): MediaCallQuery {
  const text = search.trim()
  return {
    ...(kind && { kind }),
    ...(userId !== null && { userId }),
    ...(isSearchable(text) && { search: firstCodePoints(text, MAX_MEDIA_SEARCH) }),
  }
}
