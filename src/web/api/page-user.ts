import type { CurrentUser } from '#shared/accounts/users.ts'
import { createStore } from '#web/lib/store.ts'
import { readBoot } from './boot.ts'

/**
 * The user of this page: null for a visitor, undefined while loading. A store and not a query, because every page needs
 * it, and pages for visitors do not load the query client.
 */
export const pageUser = createStore<{ user: CurrentUser | null | undefined }>({ user: readBoot()?.user })
