import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { testCurrentUser } from '#web/api/test-users.ts'

beforeEach(() => {
  // The user and the site's settings are read once from the document.
  vi.resetModules()
})
afterEach(() => {
  document.getElementById('boot')?.remove()
  localStorage.clear()
  vi.useRealTimers()
})

const member = testCurrentUser(1)
const confirmed = { ...member, emailVerifiedAt: '2026-01-02T10:00:00.000Z' }

type Boot = { user: CurrentUser | null; hasMail: boolean }
type Handlers = Record<string, () => Response>

/** Renders a component of a page that was opened with this data. */
async function show(boot: Boot, part: 'VerifyEmail' | 'VerifyBanner', handlers: Handlers, path = '/') {
  const script = document.createElement('script')
  script.id = 'boot'
  script.type = 'application/json'
  script.textContent = JSON.stringify(boot)
  document.body.append(script)
  const [
    network,
    { VerifyEmail },
    { VerifyBanner },
    { useHasVerifyBanner },
    { useCurrentUser },
    { Toaster },
  ] = await Promise.all([
    import('#web/api/test-network.tsx'),
    import('./verify-email.tsx'),
    import('./verify-banner.tsx'),
    import('./verify-reminder.ts'),
    import('#web/api/current-user.ts'),
    import('#web/ui/overlays/toaster.tsx'),
  ])
  function Banner() {
    const user = useCurrentUser()
    const isShown = useHasVerifyBanner(user?.id, path)
    return isShown && user?.emailVerifiedAt === null && <VerifyBanner userId={user.id} email={user.email} />
  }
  const calls = network.stubCalls(handlers)
  render(
    <network.DataTestProvider>
      <main id="main" tabIndex={-1}>
        {part === 'VerifyEmail' ? <VerifyEmail token="a token" /> : <Banner />}
      </main>
      <Toaster />
    </network.DataTestProvider>,
  )
  return { ...calls, ...network }
}

/** Presses a button, which has the focus as when a keyboard is used. */
async function press(name: string) {
  const button = await screen.findByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

const used = () => Response.json({ code: 'not_found', message: 'This link has been used.' }, { status: 404 })
const verificationSent = () => Response.json({ email: member.email, isVerified: false })

test('the focus moves from the button to the message that the address is confirmed', async () => {
  await show({ user: member, hasMail: true }, 'VerifyEmail', {
    'POST /api/auth/verify': () => Response.json({ email: member.email }),
    'GET /api/auth/user': () => Response.json(confirmed),
  })
  await press('Confirm this address')
  await screen.findByText('member@example.org is confirmed.')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('member@example.org is confirmed.'))
})

test('the focus moves from the button to the message that the link does not work', async () => {
  await show({ user: member, hasMail: true }, 'VerifyEmail', { 'POST /api/auth/verify': used })
  await press('Confirm this address')
  await screen.findByText('This link has been used.')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('This link has been used.'))
})

test.each([
  ['a member with an unconfirmed address can ask for a new link', member, true, 'Ask for a new link'],
  ['a visitor can sign in to ask for a new link', null, true, 'Ask for a new link'],
  ['a member with a confirmed address cannot ask for a link', confirmed, true, 'Continue'],
  ['on a site without mail nobody can ask for a link', member, false, 'Continue'],
])('after a link that does not work, %s', async (_case, user, hasMail, name) => {
  await show({ user, hasMail }, 'VerifyEmail', { 'POST /api/auth/verify': used })
  await press('Confirm this address')
  await screen.findByText('This link has been used.')
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([name])
  expect(screen.queryByText(/the address of your account/) !== null).toBe(user === confirmed)
})

test('the banner sends a new link, and the focus moves to its message', async () => {
  await show({ user: member, hasMail: true }, 'VerifyBanner', {
    'POST /api/auth/verification': verificationSent,
  })
  await press('Send a new link')
  await waitFor(() =>
    expect(document.activeElement?.textContent).toMatch(/^A new link is on its way to member@example.org/),
  )
  expect(document.activeElement?.tagName).toBe('OUTPUT')
})

test('a focus that has moved on meanwhile stays there', async () => {
  let respond = () => {}
  const response = new Promise<Response>((resolve) => {
    respond = () => resolve(verificationSent())
  })
  const { stubCalls } = await show({ user: member, hasMail: true }, 'VerifyBanner', {})
  stubCalls({ 'POST /api/auth/verification': () => response })
  await press('Send a new link')
  screen.getByRole('main').focus()
  respond()
  await screen.findByText(/A new link is on its way/)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('no new link is announced for an address that was confirmed elsewhere: the banner disappears', async () => {
  await show({ user: member, hasMail: true }, 'VerifyBanner', {
    'POST /api/auth/verification': () => Response.json({ email: member.email, isVerified: true }),
    'GET /api/auth/user': () => Response.json(confirmed),
  })
  await press('Send a new link')
  expect(await screen.findByText('member@example.org is already confirmed.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull())
  expect(screen.queryByText(/on its way/)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

const DISMISS = 'Hide for a day'
const HOUR_MS = 60 * 60 * 1000
const boot = { user: member, hasMail: true }

/** Opens a page anew. */
async function reopen(as: CurrentUser = member, path = '/') {
  cleanup()
  vi.resetModules()
  document.getElementById('boot')?.remove()
  await show({ ...boot, user: as }, 'VerifyBanner', {}, path)
}

test('the banner can be dismissed for a day in this browser, and the focus moves to the page', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T10:00:00Z') })
  await show(boot, 'VerifyBanner', {})
  await press(DISMISS)
  await waitFor(() => expect(screen.queryByRole('button', { name: DISMISS })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('main'))
  vi.setSystemTime(Date.now() + 23 * HOUR_MS)
  await reopen()
  expect(screen.queryByRole('button', { name: DISMISS })).toBeNull()
  await reopen(testCurrentUser(2))
  expect(screen.getByRole('button', { name: DISMISS })).toBeTruthy()
  vi.setSystemTime(Date.now() + 2 * HOUR_MS)
  await reopen()
  expect(screen.getByRole('button', { name: DISMISS })).toBeTruthy()
})

test.each([
  ['/stream/0190d2a4-0000-7000-8000-000000000001', false],
  ['/stream/0190d2a4-0000-7000-8000-000000000001/broadcast', false],
  ['/stream-old/0190d2a4-0000-7000-8000-000000000001', false],
  ['/video/0190d2a4-0000-7000-8000-000000000001', false],
  ['/creator/go-live', false],
  ['/auth/verify', false],
  ['/stream/create', true],
  ['/creator/videos', true],
])('the banner is never above a player: %s', async (path, isShown) => {
  await show(boot, 'VerifyBanner', {}, path)
  expect(screen.queryByRole('button', { name: DISMISS }) !== null).toBe(isShown)
})
