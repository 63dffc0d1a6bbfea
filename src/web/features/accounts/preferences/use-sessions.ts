import { useQuery } from '@tanstack/react-query'
import { listSessions, revokeSession, type Session } from '#shared/accounts/preferences.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'

const KEY = ['sessions']

/** The current user's sessions, reloaded at each visit. */
export function useSessions() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => call(listSessions, {}),
    // Other browsers sign in and out without notifying this one.
    refetchOnMount: 'always',
  })
}

export function refetchSessions(): void {
  void queryClient.refetchQueries({ queryKey: KEY })
}

/** Ends a session. A session that has already ended is not an error. */
export async function endSession(id: string): Promise<void> {
  try {
    await call(revokeSession, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
  queryClient.setQueryData<Session[]>(KEY, (sessions) => sessions?.filter((session) => session.id !== id))
}
