import { queryOptions, useQuery } from '@tanstack/react-query'
import { getCurrentUser } from '#shared/auth.ts'
import type { OwnUser } from '#shared/users.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'

const currentUserQuery = queryOptions({
  queryKey: ['auth', 'user'],
  queryFn: async (): Promise<OwnUser | null> => {
    try {
      return await call(getCurrentUser, {})
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  initialData: readBoot,
})

/** The signed-in member: null for visitors, undefined while it is being asked. A failure counts as signed out. */
export function useCurrentUser(): OwnUser | null | undefined {
  const { data, isError } = useQuery(currentUserQuery)
  return isError ? null : data
}

/** The member that the server put into the page; undefined where it did not (the development server). */
function readBoot(): OwnUser | null | undefined {
  const text = document.getElementById('boot')?.textContent
  if (!text) return undefined
  // Boundary: written by our own server into our own page.
  return (JSON.parse(text) as { user: OwnUser | null }).user
}
