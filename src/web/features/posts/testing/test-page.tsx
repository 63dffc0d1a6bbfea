import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import { getCurrentUser } from '#shared/auth.ts'
import type { OwnUser } from '#shared/users.ts'
import { refetchCurrentUser } from '#web/api/current-user.ts'
import { answerCalls, DataTestProvider, refusal } from '#web/api/test-network.tsx'
import { TestView } from '#web/lib/hooks/test-view.ts'
import { TestServer } from '#web/realtime/test-server.ts'
import { dismissToast, toastStore } from '#web/ui/overlays/toast.ts'

type Handlers = Parameters<typeof answerCalls>[0]

/** Renders `part` for a user, or for a visitor (null), with a fake network, socket and viewport. */
export async function showAs(user: OwnUser | null, part: ReactNode, handlers: Handlers) {
  const server = TestServer.listen()
  const view = new TestView()
  const calls = answerCalls({
    [`GET ${getCurrentUser.path}`]: () =>
      user ? Response.json(user) : refusal(401, { code: 'unauthorized' }),
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
