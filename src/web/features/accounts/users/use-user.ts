import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getUser, type PublicUser, type PublicUserForRequester } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { cacheEntities } from '#web/api/entities.ts'

/**
 * Loads a user's record, again at each visit, as counts change elsewhere. `placeholder` (the current user, embedded in
 * the document) is shown while loading.
 */
export function useUser(userId: string, placeholder?: CachedUser) {
  return useQuery({ ...userQuery(userId), ...(placeholder && { placeholderData: placeholder }) })
}

/** Caches a user that came with another record, and returns the cached one, whose counts are live. */
export function useCachedUser(initial: PublicUser): PublicUser {
  useEffect(() => {
    cacheEntities('users', [initial])
  }, [initial])
  const { data } = useQuery({ ...userQuery(initial.id), enabled: false, initialData: initial })
  return data
}

/** A cached user may have come with another record, which does not have what is for the requester. */
export type CachedUser = PublicUser & Partial<PublicUserForRequester>

function userQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', userId],
    queryFn: (): Promise<CachedUser> => call(getUser, { params: { userId } }),
    refetchOnMount: 'always',
  })
}
