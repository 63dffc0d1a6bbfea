import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getUser, type PublicUser } from '#shared/users.ts'
import { call } from '#web/api/call.ts'
import { cacheEntities } from '#web/api/entities.ts'

/**
 * A member's record. Asked for at each visit, as counts change without us; `known` (oneself, from the document) is
 * shown while the answer is on its way.
 */
export function useUser(userId: string, known?: PublicUser) {
  return useQuery({ ...userQuery(userId), ...(known && { placeholderData: known }) })
}

/** A member who came with something else, as the cache has it from then on: its counts move there. */
export function useKnownUser(known: PublicUser): PublicUser {
  useEffect(() => {
    cacheEntities('users', [known])
  }, [known])
  const { data } = useQuery({ ...userQuery(known.id), enabled: false, initialData: known })
  return data
}

function userQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', userId],
    queryFn: () => call(getUser, { params: { userId } }),
    refetchOnMount: 'always',
  })
}
