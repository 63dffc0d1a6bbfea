import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import { getCurrentUser } from '#shared/accounts/auth.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { refetchCurrentUser } from '#web/api/current-user.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { TestViewport } from '#web/lib/hooks/test-viewport.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { dismissToast, toastStore } from '#web/ui/overlays/toast.ts'

type Handlers = Parameters<typeof stubCalls>[0]

/** Renders `part` for a user, or for a visitor (null), with a fake network, socket and viewport. */
export async function showAs(user: CurrentUser | null, part: ReactNode, handlers: Handlers) {
  const server = TestSocketServer.listen()
  const view = new TestViewport()
  const calls = stubCalls({
    [`GET ${getCurrentUser.path}`]: () =>
      user ? Response.json(user) : errorResponse(401, { code: 'unauthorized' }),
    ...handlers,
  })
  await refetchCurrentUser()
  calls.seen.length = calls.bodies.length = 0
  onTestFinished(async () => {
    cleanup()
    const currentToast = toastStore.current()
    if (currentToast) dismissToast(currentToast.id)
    // The page's socket closes shortly after its last subscriber unmounts.
    await vi.waitFor(() => expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true))
  })
  return { ...render(<DataTestProvider>{part}</DataTestProvider>), server, view, ...calls }
}

/** Response with one page of a list and the cursor of the next. */
export function listPage(items: readonly object[], next?: string): Response {
  const headers = next === undefined ? {} : { link: `</list?cursor=${next}>; rel="next"` }
  return Response.json(items, { headers })
}
