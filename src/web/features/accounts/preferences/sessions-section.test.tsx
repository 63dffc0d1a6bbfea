import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Session } from '#shared/accounts/preferences.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { testCurrentUser } from '#web/api/test-users.ts'
import { readDraft, writeDraft } from '#web/lib/storage/drafts.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { SessionsSection } from './sessions-section.tsx'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const session = (idCharacter: string, overrides: Partial<Session> = {}): Session => ({
  id: idCharacter.repeat(64),
  userAgent: FIREFOX,
  createdAt: '2025-11-01T10:00:00.000Z',
  lastUsedAt: '2025-11-20T10:00:00.000Z',
  isCurrent: false,
  ...overrides,
})

const [currentSession, otherSession, oldSession] = [
  session('a', { isCurrent: true }),
  session('b'),
  session('c', { userAgent: null, createdAt: null }),
]

function show(handlers: Parameters<typeof stubCalls>[0]) {
  const network = stubCalls({
    'GET /api/auth/sessions': () => Response.json([currentSession, otherSession, oldSession]),
    ...handlers,
  })
  render(
    <DataTestProvider>
      <SessionsSection />
      <Toaster />
    </DataTestProvider>,
  )
  return network
}

const rows = async () => within(await screen.findByRole('list')).getAllByRole('listitem')

test('each session shows its browser, and the current one a badge', async () => {
  show({})
  const [first, second, third] = (await rows()).map(({ textContent }) => textContent)
  expect(first).toContain('Firefox on LinuxThis browser')
  expect(first).toContain('In use now · Signed in November 1, 2025')
  expect(second).toContain('Last used November 20, 2025')
  expect(second).not.toContain('This browser')
  expect(third).toContain('Unknown browser')
})

test('a session is ended after a confirmation', async () => {
  const { seen } = show({
    [`DELETE /api/auth/sessions/${otherSession.id}`]: () => Response.json({ id: otherSession.id }),
  })
  const [, row] = await rows()
  fireEvent.click(within(row ?? document.body).getByRole('button', { name: 'Sign out of Firefox on Linux' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out of Firefox on Linux?' })
  expect(seen.some((call) => call.startsWith('DELETE'))).toBe(false)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }))
  await vi.waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(await screen.findByText('Signed out of Firefox on Linux')).toBeTruthy()
})

test('a session that has already ended is removed from the list', async () => {
  show({ [`DELETE /api/auth/sessions/${oldSession.id}`]: () => errorResponse(404, { code: 'not_found' }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out of Unknown browser' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign out' }))
  await vi.waitFor(async () => expect(await rows()).toHaveLength(2))
})

test('a failure shows that the browser is still signed in', async () => {
  show({ [`DELETE /api/auth/sessions/${otherSession.id}`]: () => errorResponse(500, {}) })
  const [, row] = await rows()
  fireEvent.click(within(row ?? document.body).getByRole('button'))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText('That browser is still signed in')).toBeTruthy()
  expect(await rows()).toHaveLength(3)
})

test('signing out of this browser is a logout, which clears the drafts', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const me = testCurrentUser(1)
  setCurrentUser(me)
  writeDraft('Half a story', 'post', me.id)
  show({})
  const [row] = await rows()
  fireEvent.click(within(row ?? document.body).getByRole('button', { name: 'Sign out of Firefox on Linux' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign out' }))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/api/logout'))
  expect(readDraft('post', me.id)).toBeNull()
})
