import { useInfiniteQuery } from '@tanstack/react-query'
import type { ListPage } from './call.ts'
import { itemsOf } from './pages.ts'

type PagesOptions<Item> = {
  key: readonly unknown[]
  load: (cursor: string | undefined) => Promise<ListPage<Item[]>>
  idOf: (item: Item) => string
  /** The query's `staleTime` in ms: 0 refetches on each mount, Infinity never. */
  staleMs: number
  /** Loads the list again at this interval in ms while the page is visible, and when its window gets the focus. */
  reloadMs?: number
}

/** An infinite query of a list; `items` are all loaded items without duplicates. */
export function usePages<Item>({ key, load, idOf, staleMs, reloadMs }: PagesOptions<Item>) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }: { pageParam: string | undefined }) => load(pageParam),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    staleTime: staleMs,
    ...(reloadMs !== undefined && { refetchInterval: reloadMs, refetchOnWindowFocus: 'always' }),
  })
  return { ...query, items: query.data && itemsOf(query.data, idOf) }
}
