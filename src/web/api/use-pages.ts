import { useInfiniteQuery } from '@tanstack/react-query'
import type { ListPage } from './call.ts'
import { itemsOf } from './pages.ts'

type List<Item> = {
  key: readonly unknown[]
  load: (cursor: string | undefined) => Promise<ListPage<Item[]>>
  idOf: (item: Item) => string
  /** How long, in ms, a list that was seen is shown without asking again: 0 asks at each look, Infinity never. */
  freshMs: number
}

/** A list that is loaded page by page: `items` are all so far, each once. */
export function usePages<Item>({ key, load, idOf, freshMs }: List<Item>) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }: { pageParam: string | undefined }) => load(pageParam),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    staleTime: freshMs,
  })
  return { ...query, items: query.data && itemsOf(query.data, idOf) }
}
