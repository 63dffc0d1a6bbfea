import type { InfiniteData } from '@tanstack/react-query'
import type { ListPage } from './call.ts'
import { queryClient } from './query-client.ts'

/** The loaded pages of a list in the cache. */
export type Pages<Item> = InfiniteData<ListPage<Item[]>, string | undefined>

/** Returns all loaded items without duplicates: an item that moved between two requests is in two pages. */
export function itemsOf<Item>({ pages }: Pick<Pages<Item>, 'pages'>, idOf: (item: Item) => string): Item[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [idOf(item), item])).values()]
}

export const getId = ({ id }: { id: string }): string => id

/** Changes a list if it is cached; `page` is the index of the page. */
export function updatePages<Item>(
  key: readonly unknown[],
  change: (items: Item[], page: number) => Item[],
): void {
  queryClient.setQueryData<Pages<Item>>(
    key,
    (cached) =>
      cached && {
        ...cached,
        pages: cached.pages.map((page, index) => ({ ...page, items: change(page.items, index) })),
      },
  )
}
