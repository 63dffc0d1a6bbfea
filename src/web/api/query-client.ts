import { QueryClient } from '@tanstack/react-query'

/** Data is loaded once, then updated by mutations and socket messages: no automatic refetch or retry. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: { retry: false },
  },
})
