import { listUsers, type UserSummary } from '#shared/follows.ts'
import { callList } from '#web/api/call.ts'
import { idOfRecord } from '#web/api/pages.ts'
import { usePages } from '#web/api/use-pages.ts'

export type UserFilters = { region: string | undefined; tag: string | undefined }

/** So many at first: the page has more to show than people. */
const PAGE = 12

/** Members of this region with this interest, the most followed first. */
export function useFoundUsers({ region, tag }: UserFilters, keep: (persons: readonly UserSummary[]) => void) {
  return usePages({
    key: ['discover', 'people', region ?? '', tag ?? ''],
    load: async (cursor) => {
      const page = await callList(listUsers, { query: { region, tag, limit: PAGE, cursor } })
      keep(page.items)
      return page
    },
    idOf: idOfRecord,
    freshMs: 0,
  })
}
