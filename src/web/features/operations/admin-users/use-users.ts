import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import {
  type AdminUser,
  type UserDetails,
  USERS_PAGE_SIZE,
  addNote,
  changeRole,
  changeStatus,
  countUsers,
  endSessions,
  getUserDetails,
  listUsers,
} from '#shared/operations/admin-users.ts'
import type { Role } from '#shared/roles.ts'
import { LIMITS } from '#shared/constants.ts'
import { firstCodePoints } from '#shared/fields.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type MutationCallbacks, useReloadingMutation } from '#web/api/use-reloading-mutation.ts'
import type { UsersFilter } from './users-filter.ts'

const KEY = ['admin', 'users']
const detailsKey = (userId: string) => [...KEY, 'details', userId]

/** A page of the users that match; the previous page stays until the next one has been loaded. */
export function useUsers({ search, role, status, page }: UsersFilter) {
  return useQuery({
    queryKey: [...KEY, 'list', { search, role, status, page }],
    queryFn: () =>
      call(listUsers, {
        query: {
          limit: USERS_PAGE_SIZE,
          offset: (page - 1) * USERS_PAGE_SIZE,
          ...(search && { search: firstCodePoints(search, LIMITS.email) }),
          ...(role && { role }),
          ...(status && { status }),
        },
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

export function useUserCounts() {
  return useQuery({ queryKey: [...KEY, 'counts'], queryFn: () => call(countUsers, {}), staleTime: 0 })
}

export function useUserDetails(userId: string) {
  return useQuery({
    queryKey: detailsKey(userId),
    queryFn: () => call(getUserDetails, { params: { id: userId } }),
    staleTime: 0,
  })
}

export function useChangeRole({ id }: AdminUser, callbacks: MutationCallbacks) {
  return useReloadingMutation({
    send: (role: Role) => call(changeRole, { params: { id }, body: { role } }),
    invalidates: KEY,
    ...callbacks,
  })
}

export function useChangeStatus({ id }: AdminUser, callbacks: MutationCallbacks) {
  return useReloadingMutation({
    send: (active: boolean) => call(changeStatus, { params: { id }, body: { active } }),
    invalidates: KEY,
    ...callbacks,
  })
}

export function useEndSessions(userId: string, callbacks: MutationCallbacks) {
  return useReloadingMutation({
    send: () => call(endSessions, { params: { id: userId } }),
    invalidates: KEY,
    ...callbacks,
  })
}

export function useAddNote(userId: string, { onDone, onFailed }: MutationCallbacks) {
  return useMutation({
    mutationFn: (text: string) => call(addNote, { params: { id: userId }, body: { text } }),
    onSuccess: (note, text) => {
      queryClient.setQueryData<UserDetails>(
        detailsKey(userId),
        (details) => details && { ...details, notes: [note, ...details.notes] },
      )
      onDone(note, text)
    },
    onError: onFailed,
  })
}
