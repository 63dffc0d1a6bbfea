import type { InfiniteData } from '@tanstack/react-query'
import type { ListPage } from './call.ts'
import { queryClient } from './query-client.ts'

/** A list in the cache, as far as it is loaded. */
export type Pages<Item> = InfiniteData<ListPage<Item[]>, string | undefined>

/** All that is loaded, each once: what moves while one pages through comes again further down. */
export function itemsOf<Item>({ pages }: Pick<Pages<Item>, 'pages'>, idOf: (item: Item) => string): Item[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [idOf(item), item])).values()]
}

export const idOfRecord = ({ id }: { id: string }): string => id

/** Changes a list where it is loaded; `page` counts from the top. */
export function updatePages<Item>(
  key: readonly unknown[],
  change: (items: Item[], page: number) => Item[],
): void {
  queryClient.setQueryData<Pages<Item>>(
    key,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page, index) => ({ ...page, items: change(page.items, index) })),
      },
  )
}
