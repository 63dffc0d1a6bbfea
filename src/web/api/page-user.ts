import type { OwnUser } from '#shared/users.ts'
import { createStore } from '#web/lib/store.ts'
import { readBoot } from './boot.ts'

/**
 * Whom this page is shown to: null for a visitor, undefined while it is being asked. A store of its own and not a query:
 * every page asks this, and visitors need nothing else of the query client.
 */
export const pageUser = createStore<{ user: OwnUser | null | undefined }>({ user: readBoot()?.user })
