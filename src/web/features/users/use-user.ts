import { queryOptions, useQuery } from '@tanstack/react-query'
import { getUser, type PublicUser } from '#shared/users.ts'
import { call } from '#web/api/call.ts'

/**
 * A member's record. Asked for at each visit, as counts change without us; `known` (oneself, from the document) is
 * shown while the answer is on its way.
 */
export function useUser(userId: string, known?: PublicUser) {
  return useQuery({ ...userQuery(userId), ...(known && { placeholderData: known }) })
}

function userQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', userId],
    queryFn: () => call(getUser, { params: { userId } }),
    refetchOnMount: 'always',
  })
}
