import { act, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

beforeEach(() => {
  // The user is read when the module loads: each test needs a new module instance.
  vi.resetModules()
})
afterEach(() => {
  document.getElementById('boot')?.remove()
})

const ada = { id: '0198c1d2-0000-7000-8000-00000000000a', firstName: 'Ada' }
const fetched = vi.fn<(url: string) => Promise<Response>>()

function boot(content: unknown): void {
  const script = document.createElement('script')
  script.id = 'boot'
  script.type = 'application/json'
  script.textContent = JSON.stringify(content)
  document.body.append(script)
}

async function show() {
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  const { refetchCurrentUser, isKnownVisitor, handleSessionEnd, useCurrentUser } =
    await import('./current-user.ts')
  const names: (string | null | undefined)[] = []
  function Name() {
    const user = useCurrentUser()
    names.push(user && user.firstName)
    return <p>{user === undefined ? 'loading' : (user?.firstName ?? 'visitor')}</p>
  }
  render(
    <StrictMode>
      <Name />
      <Name />
    </StrictMode>,
  )
  return { isKnownVisitor, refetchCurrentUser, names, handleSessionEnd }
}

test('a user embedded in the page is returned immediately, without a request', async () => {
  boot({ user: ada })
  const { isKnownVisitor, names } = await show()
  expect(new Set(names)).toEqual(new Set(['Ada']))
  expect(isKnownVisitor()).toBe(false)
  expect(fetched).not.toHaveBeenCalled()
})

test('a page for a visitor returns null immediately, without a request', async () => {
  boot({ user: null })
  const { isKnownVisitor, names } = await show()
  expect(new Set(names)).toEqual(new Set([null]))
  expect(isKnownVisitor()).toBe(true)
  expect(fetched).not.toHaveBeenCalled()
})

test('a page without embedded data fetches the user once for all components', async () => {
  fetched.mockResolvedValue(Response.json(ada))
  await show()
  expect(screen.getAllByText('loading')).toHaveLength(2)
  await waitFor(() => expect(screen.getAllByText('Ada')).toHaveLength(2))
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/auth/user'])
})

test('a 401 means a visitor', async () => {
  fetched.mockResolvedValue(Response.json({ message: 'Unauthorized', code: 'unauthorized' }, { status: 401 }))
  await show()
  await waitFor(() => expect(screen.getAllByText('visitor')).toHaveLength(2))
})

test.each([
  ['a server error', () => Promise.resolve(new Response('oops', { status: 500 }))],
  ['a network failure', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s counts as signed out, and is not retried', async (_, respond) => {
  fetched.mockImplementation(respond)
  await show()
  await waitFor(() => expect(screen.getAllByText('visitor')).toHaveLength(2))
  expect(fetched).toHaveBeenCalledOnce()
})

test('a user whose session ended elsewhere becomes a visitor after a refetch', async () => {
  boot({ user: ada })
  const { refetchCurrentUser, isKnownVisitor } = await show()
  fetched.mockResolvedValue(Response.json({ message: 'Unauthorized', code: 'unauthorized' }, { status: 401 }))
  await act(() => refetchCurrentUser())
  expect(screen.getAllByText('visitor')).toHaveLength(2)
  expect(isKnownVisitor()).toBe(true)
})

test.each([
  [
    'another user has signed in: the page reloads',
    { ...ada, id: '0198c1d2-0000-7000-8000-00000000000b' },
    1,
    'Ada',
  ],
  ['the same user has signed in: the page stays', { ...ada, firstName: 'Adaeze' }, 0, 'Adaeze'],
])('the session ended and %s', async (_, nextUser, reloads, shownName) => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  boot({ user: ada })
  const { handleSessionEnd } = await show()
  fetched.mockResolvedValue(Response.json(nextUser))
  await act(() => handleSessionEnd())
  expect(reload).toHaveBeenCalledTimes(reloads)
  expect(screen.getAllByText(shownName)).toHaveLength(2)
})

test('the session ended and no user is signed in: the page is for a visitor', async () => {
  boot({ user: ada })
  const { handleSessionEnd } = await show()
  fetched.mockResolvedValue(Response.json({ message: 'Unauthorized', code: 'unauthorized' }, { status: 401 }))
  await act(() => handleSessionEnd())
  expect(screen.getAllByText('visitor')).toHaveLength(2)
})

test('another user whose sign-in ended the session, and arrives later, reloads the page', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  boot({ user: ada })
  const { handleSessionEnd } = await show()
  fetched.mockImplementation(async () =>
    Response.json({ message: 'Unauthorized', code: 'unauthorized' }, { status: 401 }),
  )
  await act(() => handleSessionEnd())
  expect(reload).not.toHaveBeenCalled()
  fetched.mockImplementation(async () => Response.json({ ...ada, id: ada.id.replace(/a$/, 'b') }))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(reload).toHaveBeenCalledOnce()
})
