import { getCurrentUser } from '#shared/accounts/auth.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'

/** Fetches the signed-in user; null for a visitor. Throws any error other than 401. */
export async function fetchCurrentUser(): Promise<CurrentUser | null> {
  try {
    return await call(getCurrentUser, {})
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
