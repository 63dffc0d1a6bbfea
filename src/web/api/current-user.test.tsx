import { act, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  // The member is known from the page's first moment on: each test is a page of its own.
  vi.resetModules()
})
afterEach(() => {
  document.getElementById('boot')?.remove()
})

const member = { id: '0198c1d2-0000-7000-8000-00000000000a', firstName: 'Ada' }
const fetched = vi.fn<(address: string) => Promise<Response>>()

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
  const { refetchCurrentUser, isKnownVisitor, sessionEnded, useCurrentUser } =
    await import('./current-user.ts')
  const seen: (string | null | undefined)[] = []
  function Name() {
    const user = useCurrentUser()
    seen.push(user && user.firstName)
    return <p>{user === undefined ? 'asking' : (user?.firstName ?? 'visitor')}</p>
  }
  render(
    <StrictMode>
      <Name />
      <Name />
    </StrictMode>,
  )
  return { isKnownVisitor, refetchCurrentUser, seen, sessionEnded }
}

test('a member that the page brings is there at once, and nobody is asked', async () => {
  boot({ user: member })
  const { isKnownVisitor, seen } = await show()
  expect(new Set(seen)).toEqual(new Set(['Ada']))
  expect(isKnownVisitor()).toBe(false)
  expect(fetched).not.toHaveBeenCalled()
})

test('a page that says there is nobody has a visitor, and nobody is asked', async () => {
  boot({ user: null })
  const { isKnownVisitor, seen } = await show()
  expect(new Set(seen)).toEqual(new Set([null]))
  expect(isKnownVisitor()).toBe(true)
  expect(fetched).not.toHaveBeenCalled()
})

test('a page that says nothing asks once for all that look', async () => {
  fetched.mockResolvedValue(Response.json(member))
  await show()
  expect(screen.getAllByText('asking')).toHaveLength(2)
  await waitFor(() => expect(screen.getAllByText('Ada')).toHaveLength(2))
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/auth/user'])
})

test('401 is a visitor', async () => {
  fetched.mockResolvedValue(Response.json({ message: 'Unauthorized', code: 'unauthorized' }, { status: 401 }))
  await show()
  await waitFor(() => expect(screen.getAllByText('visitor')).toHaveLength(2))
})

test.each([
  ['a failure of the server', () => Promise.resolve(new Response('oops', { status: 500 }))],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s counts as signed out, and is not asked again', async (_, answer) => {
  fetched.mockImplementation(answer)
  await show()
  await waitFor(() => expect(screen.getAllByText('visitor')).toHaveLength(2))
  expect(fetched).toHaveBeenCalledOnce()
})

test('a member whose session ended elsewhere is a visitor once it is asked for again', async () => {
  boot({ user: member })
  const { refetchCurrentUser, isKnownVisitor } = await show()
  fetched.mockResolvedValue(Response.json({ message: 'Unauthorized', code: 'unauthorized' }, { status: 401 }))
  await act(() => refetchCurrentUser())
  expect(screen.getAllByText('visitor')).toHaveLength(2)
  expect(isKnownVisitor()).toBe(true)
})

test.each([
  [
    'another member: the page begins anew',
    { ...member, id: '0198c1d2-0000-7000-8000-00000000000b' },
    1,
    'Ada',
  ],
  ['the same one: the page goes on', { ...member, firstName: 'Adaeze' }, 0, 'Adaeze'],
])('where the session ended and there is %s', async (_, now, reloads, shown) => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  boot({ user: member })
  const { sessionEnded } = await show()
  fetched.mockResolvedValue(Response.json(now))
  await act(() => sessionEnded())
  expect(reload).toHaveBeenCalledTimes(reloads)
  expect(screen.getAllByText(shown)).toHaveLength(2)
})

test('where the session ended and nobody is signed in the page is a visitor’s', async () => {
  boot({ user: member })
  const { sessionEnded } = await show()
  fetched.mockResolvedValue(Response.json({ message: 'Unauthorized', code: 'unauthorized' }, { status: 401 }))
  await act(() => sessionEnded())
  expect(screen.getAllByText('visitor')).toHaveLength(2)
})
