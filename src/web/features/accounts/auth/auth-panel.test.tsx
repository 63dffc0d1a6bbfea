import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { AuthPanel, type AuthTab } from './auth-panel.tsx'

type PanelProps = { tab: AuthTab; setupToken?: string }

const show = ({ tab, setupToken }: PanelProps) => {
  const onDone = vi.fn()
  const onDiscardSetupToken = vi.fn()
  function PanelWithTabs() {
    const [currentTab, setCurrentTab] = useState(tab)
    return (
      <AuthPanel
        tab={currentTab}
        onTabChange={setCurrentTab}
        invitation={null}
        setupToken={setupToken ?? null}
        onDiscardSetupToken={onDiscardSetupToken}
        onDone={onDone}
      />
    )
  }
  render(
    <DataTestProvider>
      <PanelWithTabs />
    </DataTestProvider>,
  )
  return { onDone, onDiscardSetupToken }
}

const type = (label: string, value: string) => {
  const field = screen.getByLabelText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

const submit = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

const description = (label: string) =>
  (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

test('signing in sends the credentials and calls `onDone`', async () => {
  const { bodies } = stubCalls({ 'POST /api/auth/login': () => Response.json({ id: 'x' }) })
  const { onDone } = show({ tab: 'sign-in' })
  type('E-mail', ' Amara@Example.org ')
  type('Password', 'a long password')
  submit('Sign In')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ email: 'amara@example.org', password: 'a long password' }])
  // The button stays busy until the browser has navigated.
  expect(screen.getByRole('button', { name: 'Signing in...' }).getAttribute('aria-busy')).toBe('true')
})

test.each([
  [
    'wrong credentials',
    () => errorResponse(401, { code: 'wrong_credentials', message: 'Check both.' }),
    'Check both.',
  ],
  [
    'too many attempts',
    () => errorResponse(429, { code: 'rate_limited', message: 'Try again in 540 seconds.' }),
    'Try again in 540 seconds.',
  ],
  [
    'an unreachable backend',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'The site is busy. Try again in a moment.',
  ],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), "The site can't be reached"],
])('%s: the message is shown and the input kept', async (_case, respond, text) => {
  stubCalls({ 'POST /api/auth/login': respond })
  const { onDone } = show({ tab: 'sign-in' })
  type('E-mail', 'amara@example.org')
  type('Password', 'not this one')
  submit('Sign In')
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'amara@example.org')
  expect(onDone).not.toHaveBeenCalled()
})

test('registration validates first name, e-mail address and password', async () => {
  const { seen } = stubCalls({})
  show({ tab: 'create' })
  type('E-mail', 'amara@')
  type('Password', 'short')
  submit('Create Account')
  await waitFor(() => expect(description('First name')).toContain('This is needed.'))
  expect(description('E-mail')).toContain("doesn't look like an e-mail address")
  expect(description('Password')).toContain('Use at least 8 characters.')
  expect(screen.getByLabelText('Last name (optional)').getAttribute('aria-invalid')).toBeNull()
  expect(seen).toEqual([])
})

const fillAndSubmit = () => {
  type('First name', 'Amara')
  type('E-mail', 'amara@example.org')
  type('Password', 'a long password')
  submit('Create Account')
}

test.each([
  ['without a set-up link', undefined, {}],
  ['with the site’s set-up link', 'one-time', { setupToken: 'one-time' }],
])('an account is created %s', async (_case, setupToken, setupFields) => {
  const { bodies } = stubCalls({
    'POST /api/auth/register': () => Response.json({ id: 'x', isActive: true }, { status: 201 }),
  })
  const { onDone } = show({ tab: 'create', ...(setupToken && { setupToken }) })
  fillAndSubmit()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  const account = {
    firstName: 'Amara',
    lastName: '',
    email: 'amara@example.org',
    password: 'a long password',
  }
  expect(bodies).toEqual([{ ...account, ...setupFields }])
})

test('a new account that awaits approval shows a message instead of signing in', async () => {
  stubCalls({
    'POST /api/auth/register': () => Response.json({ id: 'x', isActive: false }, { status: 201 }),
  })
  const { onDone } = show({ tab: 'create' })
  fillAndSubmit()
  expect(await screen.findByRole('heading', { name: 'Your account is waiting for approval' })).toBe(
    document.activeElement,
  )
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(onDone).not.toHaveBeenCalled()
})

test('a field error of the server is shown at its field', async () => {
  stubCalls({
    'POST /api/auth/register': () =>
      errorResponse(400, {
        code: 'invalid',
        fields: [
          { path: 'setupToken', message: 'This does not fit here.' },
          { path: 'lastName', message: 'Use at most 100 characters.' },
        ],
      }),
  })
  show({ tab: 'create' })
  fillAndSubmit()
  await waitFor(() => expect(description('Last name (optional)')).toBe('Use at most 100 characters.'))
  expect(document.activeElement).toBe(screen.getByLabelText('Last name (optional)'))
})

test('a common password is an error of its field only', async () => {
  const message = 'Many people use this password.'
  stubCalls({
    'POST /api/auth/register': () =>
      errorResponse(422, { code: 'unprocessable', message, fields: [{ path: 'password', message }] }),
  })
  show({ tab: 'create' })
  fillAndSubmit()
  await waitFor(() => expect(description('Password')).toContain(message))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a registered e-mail address is an error of its field', async () => {
  stubCalls({
    'POST /api/auth/register': () => errorResponse(409, { code: 'email_taken', message: 'Sign in instead.' }),
  })
  show({ tab: 'create' })
  fillAndSubmit()
  await waitFor(() => expect(description('E-mail')).toBe('Sign in instead.'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an expired set-up link can be discarded', async () => {
  stubCalls({
    'POST /api/auth/register': () =>
      errorResponse(403, { code: 'forbidden', message: 'This link is too old.' }),
  })
  const { onDiscardSetupToken } = show({ tab: 'create', setupToken: 'old' })
  fillAndSubmit()
  expect((await screen.findByRole('alert')).textContent).toContain('This link is too old.')
  submit('Sign up without it')
  expect(onDiscardSetupToken).toHaveBeenCalledOnce()
})

test('on a site without mail, the page says whom to ask about a forgotten password', () => {
  stubCalls({})
  show({ tab: 'sign-in' })
  expect(screen.getByText('Forgot your password?')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Write to the team' }).getAttribute('href')).toBe('/contact')
})

test('the e-mail address typed on one tab is kept on the other', () => {
  stubCalls({})
  show({ tab: 'sign-in' })
  type('E-mail', 'amara@example.org')
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Create Account' }))
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'amara@example.org')
  expect(screen.getByLabelText('First name')).toBeTruthy()
})

test('the fields have autocomplete attributes for password managers', () => {
  stubCalls({})
  show({ tab: 'create' })
  const kinds = ['First name', 'Last name (optional)', 'E-mail', 'Password'].map((label) =>
    screen.getByLabelText(label).getAttribute('autocomplete'),
  )
  expect(kinds).toEqual(['given-name', 'family-name', 'email', 'new-password'])
})
