import { fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { type Preferences, updatePreferences } from '#shared/accounts/preferences.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { prefersReducedData } from '#web/lib/storage/data-saver.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { DataSaverSection } from './data-saver-section.tsx'
import { EmailSection } from './email-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PasswordSection } from './password-section.tsx'

const MAIL: Preferences['mail'] = { newSignIn: true, digest: 'off' }
const ALL = {
  follow: true,
  like: true,
  comment: true,
  mention: true,
  live: true,
  video: true,
  recording: true,
  tip: true,
}

const show = (section: ReactNode) =>
  render(
    <DataTestProvider>
      {section}
      <Toaster />
    </DataTestProvider>,
  )

function stubPreferences(
  overrides: Parameters<typeof stubCalls>[0] = {},
  initial: Preferences = { language: null, notifications: ALL, mail: MAIL },
) {
  let saved = initial
  return stubCalls({
    'GET /api/auth/user': () => Response.json({ email: 'ada@example.org' }),
    'GET /api/auth/preferences': () => Response.json(saved),
    'PUT /api/auth/preferences': ({ body }) => {
      const { language, notifications, mail } = updatePreferences.body.parse(body)
      saved = {
        language: language === undefined ? saved.language : language,
        notifications: { ...saved.notifications, ...notifications },
        mail: { ...saved.mail, ...(mail?.digest !== undefined && { digest: mail.digest }) },
      }
      return Response.json(saved)
    },
    ...overrides,
  })
}

const findSwitch = (name: string) => screen.findByRole('switch', { name })

test('a switch changes immediately and is saved', async () => {
  const { bodies } = stubPreferences()
  show(<NotificationsSection />)
  const likes = await findSwitch('Somebody likes your post or video')
  expect(likes.getAttribute('aria-checked')).toBe('true')
  fireEvent.click(likes)
  await vi.waitFor(() => expect(likes.getAttribute('aria-checked')).toBe('false'))
  await vi.waitFor(() => expect(bodies.at(-1)).toEqual({ notifications: { like: false } }))
})

test('a switch that could not be saved is reverted with a message', async () => {
  stubPreferences({ 'PUT /api/auth/preferences': () => errorResponse(500, {}) })
  show(<NotificationsSection />)
  const live = await findSwitch('Somebody you follow goes live')
  fireEvent.click(live)
  expect(await screen.findByText('Your choice was not saved')).toBeTruthy()
  await vi.waitFor(() => expect(live.getAttribute('aria-checked')).toBe('true'))
})

test('after the session has ended, a switch is reverted and leads to the sign-in page', async () => {
  stubPreferences({ 'PUT /api/auth/preferences': () => errorResponse(401, { code: 'unauthorized' }) })
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  show(<NotificationsSection />)
  const live = await findSwitch('Somebody you follow goes live')
  fireEvent.click(live)
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy()
  await vi.waitFor(() => expect(live.getAttribute('aria-checked')).toBe('true'))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(expect.stringMatching(/^\/api\/login/)))
})

test('choices that could not be saved are reverted even when the stored ones cannot be loaded', async () => {
  let isOnline = true
  const fail = () => errorResponse(503, {})
  const saved = { language: null, notifications: ALL, mail: MAIL }
  const { seen } = stubPreferences({
    'GET /api/auth/preferences': () => (isOnline ? Response.json(saved) : fail()),
    'PUT /api/auth/preferences': fail,
  })
  show(
    <>
      <NotificationsSection />
      <LanguageSection />
    </>,
  )
  const likes = await findSwitch('Somebody likes your post or video')
  const select = screen.getByRole('combobox', { name: 'Read in' })
  isOnline = false
  fireEvent.click(likes)
  await vi.waitFor(() => expect(screen.getAllByText('Your choice was not saved')).toHaveLength(1))
  await vi.waitFor(() => expect(likes.getAttribute('aria-checked')).toBe('true'))
  fireEvent.change(select, { target: { value: 'en' } })
  const loads = () => seen.filter((call) => call === 'GET /api/auth/preferences')
  await vi.waitFor(() => expect(loads()).toHaveLength(3))
  await vi.waitFor(() => expect(select).toHaveProperty('value', ''))
})

test('when a switch is pressed faster than the server responds, the last press wins', async () => {
  const pendingResponses: (() => void)[] = []
  const { bodies } = stubPreferences({
    'PUT /api/auth/preferences': ({ body }) =>
      new Promise((resolve) => {
        const { notifications } = updatePreferences.body.parse(body)
        pendingResponses.push(() =>
          resolve(Response.json({ language: null, notifications: { ...ALL, ...notifications } })),
        )
      }),
  })
  show(<NotificationsSection />)
  const likes = await findSwitch('Somebody likes your post or video')
  for (let press = 0; press < 3; press++) fireEvent.click(likes)
  await vi.waitFor(() => expect(pendingResponses).toHaveLength(1))
  pendingResponses[0]?.()
  await vi.waitFor(() => expect(likes.getAttribute('aria-checked')).toBe('false'))
  expect(bodies.filter(Boolean)).toEqual([{ notifications: { like: false } }])
})

const languageNames = () =>
  within(screen.getByRole('combobox', { name: 'Read in' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('only languages with a catalogue are offered, and a choice is saved', async () => {
  const { bodies, seen } = stubPreferences()
  show(<LanguageSection />)
  const select = await screen.findByRole('combobox', { name: 'Read in' })
  expect(select).toHaveProperty('value', '')
  expect(languageNames()).toEqual(['Same as this browser', 'English'])
  fireEvent.change(select, { target: { value: 'en' } })
  await vi.waitFor(() => expect(bodies).toContainEqual({ language: 'en' }))
  // The shown bio depends on the current user's record.
  await vi.waitFor(() => expect(seen.at(-1)).toBe('GET /api/auth/user'))
  expect(localStorage.getItem('language')).toBe('en')
  fireEvent.change(select, { target: { value: '' } })
  await vi.waitFor(() => expect(bodies).toContainEqual({ language: null }))
  await vi.waitFor(() => expect(localStorage.getItem('language')).toBeNull())
})

test('a stored language without a catalogue stays selected, with a hint', async () => {
  stubPreferences({}, { language: 'yo', notifications: ALL, mail: MAIL })
  show(<LanguageSection />)
  expect(await screen.findByRole('combobox', { name: 'Read in' })).toHaveProperty('value', 'yo')
  expect(languageNames()).toEqual(['Same as this browser', 'English', 'Yoruba'])
  expect(screen.getByText(/aren't available in Yoruba yet/).textContent).toContain('speaks English')
})

test('the data saver is stored on this device and applies immediately', async () => {
  stubPreferences()
  show(<DataSaverSection />)
  expect(prefersReducedData()).toBe(false)
  fireEvent.click(await findSwitch('Use less data'))
  expect(prefersReducedData()).toBe(true)
  expect(localStorage.getItem('data-saver')).toBe('on')
  expect(document.documentElement.hasAttribute('data-save')).toBe(true)
  fireEvent.click(await findSwitch('Use less data'))
  expect(prefersReducedData()).toBe(false)
  expect(document.documentElement.hasAttribute('data-save')).toBe(false)
})

const fill = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })

test('changing the password shows the number of ended sessions', async () => {
  const { bodies } = stubPreferences({ 'PUT /api/auth/password': () => Response.json({ endedSessions: 2 }) })
  show(<PasswordSection />)
  fill('Current password', 'four words in a row')
  fill('New password', 'five words in another row')
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('You were signed out of 2 other browsers.')).toBeTruthy()
  expect(bodies).toContainEqual({
    currentPassword: 'four words in a row',
    newPassword: 'five words in another row',
  })
  await vi.waitFor(() => expect(screen.getByLabelText('New password')).toHaveProperty('value', ''))
})

test('a wrong current password is an error of its field only', async () => {
  stubPreferences({
    'PUT /api/auth/password': () =>
      errorResponse(403, {
        code: 'wrong_credentials',
        fields: [{ path: 'currentPassword', message: "This isn't your password now." }],
      }),
  })
  show(<PasswordSection />)
  fill('Current password', 'a guess')
  fill('New password', 'five words in another row')
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText("This isn't your password now.")).toBeTruthy()
  expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a new password that is too short is rejected before a request', async () => {
  const { seen } = stubPreferences()
  show(<PasswordSection />)
  fill('Current password', 'four words in a row')
  fill('New password', 'short')
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Use at least 8 characters.')).toBeTruthy()
  expect(seen).not.toContain('PUT /api/auth/password')
})

test('on a site without mail the address cannot be changed, and the page says whom to ask', async () => {
  stubPreferences()
  show(<EmailSection />)
  const link = await screen.findByRole('link', { name: 'write to the team' })
  expect(link.getAttribute('href')).toBe('/contact')
  expect(screen.queryByLabelText('New e-mail address')).toBeNull()
})
