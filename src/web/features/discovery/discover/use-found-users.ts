import { listUsers, type UserSummary } from '#shared/accounts/follows.ts'
import { callList } from '#web/api/call.ts'
import { getId } from '#web/api/pages.ts'
import { usePages } from '#web/api/use-pages.ts'

export type UserFilters = { region: string | undefined; tag: string | undefined }

/** Users per page; fewer than by default, as the page shows other lists too. */
const PAGE_SIZE = 12

/** Users by heritage region and interest, the most followed first. */
export function useFoundUsers(
  { region, tag }: UserFilters,
  cacheUsers: (users: readonly UserSummary[]) => void,
) {
  return usePages({
    key: ['discover', 'people', region ?? '', tag ?? ''],
    load: async (cursor) => {
      const page = await callList(listUsers, { query: { region, tag, limit: PAGE_SIZE, cursor } })
      cacheUsers(page.items)
      return page
    },
    idOf: getId,
    staleMs: 0,
  })
}
