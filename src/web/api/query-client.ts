import { QueryClient } from '@tanstack/react-query'

/** Data is loaded once and changed by what we do and hear: nothing refetches or retries by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: { retry: false },
  },
})
