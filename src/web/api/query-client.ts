import { QueryClient } from '@tanstack/react-query'

/**
 * Data is loaded once, then updated by mutations and socket messages: no automatic refetch or retry. Without a connection
 * requests fail at once, and forms say so (`networkMode`); what could not be loaded is loaded when the connection is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: ({ state: { data, error } }) =>
        data === undefined && isNetworkFailure(error) ? 'always' : false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** `fetch` throws a TypeError without a connection, in every browser. */
const isNetworkFailure = (error: Error | null) => error instanceof TypeError
