import { useQuery } from '@tanstack/react-query'
import { listSessions, revokeSession, type Session } from '#shared/preferences.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'

const KEY = ['sessions']

/** Where the member is signed in, as it is when the page is opened. */
export function useSessions() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => call(listSessions, {}),
    // Other browsers come and go without telling this one.
    refetchOnMount: 'always',
  })
}

export function refetchSessions(): void {
  void queryClient.refetchQueries({ queryKey: KEY })
}

/** Signs a browser out; one that is signed out already is what was wanted. */
export async function endSession(id: string): Promise<void> {
  try {
    await call(revokeSession, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
  queryClient.setQueryData<Session[]>(KEY, (known) => known?.filter((session) => session.id !== id))
}
