import { listHiddenIds } from '#shared/accounts/blocks.ts'
import type { Downstream } from '#shared/realtime.ts'
import { usersOf } from '#shared/users-of-message.ts'
import { call } from '#web/api/call.ts'
import { createStore } from '#web/lib/store.ts'
import { ignoreMessages } from '#web/realtime/socket.ts'

/** The users whom the current user's pages leave out of socket messages (`listHiddenIds`). */
export const hiddenUsers = createStore<{ ids: ReadonlySet<string> }>({ ids: new Set() })

let latestLoad: symbol | null = null

/**
 * Loads them again; a response that is overtaken by a later call is ignored. Rejects when they cannot be loaded; those from
 * before stay.
 */
export async function loadHiddenUsers(): Promise<void> {
  const load = (latestLoad = Symbol())
  const { ids } = await call(listHiddenIds, {})
  if (load === latestLoad) hiddenUsers.set({ ids: new Set(ids) })
}

/** Whether a message would show a hidden user: one frame goes to all sockets, and each page leaves out its own. */
function showsHiddenUser(message: Downstream): boolean {
  const { ids } = hiddenUsers.get()
  return ids.size > 0 && usersOf(message).some((id) => ids.has(id))
}

ignoreMessages(showsHiddenUser)
