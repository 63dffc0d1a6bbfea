import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { SignUpMode } from '#shared/settings/public-settings.ts'

function openSite(mode: SignUpMode) {
  // The site settings are read once from the document.
  vi.resetModules()
  const script = document.createElement('script')
  script.id = 'boot'
  script.type = 'application/json'
  script.textContent = JSON.stringify({ user: null, site: { 'general.signUp': mode } })
  document.body.append(script)
}
afterEach(() => document.getElementById('boot')?.remove())

async function show(mode: SignUpMode, links: { setupToken?: string; invitation?: string } = {}) {
  openSite(mode)
  const [{ AuthPanel }, { DataTestProvider }] = await Promise.all([
    import('./auth-panel.tsx'),
    import('#web/api/test-network.tsx'),
  ])
  const noop = () => {}
  render(
    <DataTestProvider>
      <AuthPanel
        tab="create"
        onTabChange={noop}
        setupToken={links.setupToken ?? null}
        invitation={links.invitation ?? null}
        onDiscardSetupToken={noop}
        onDone={noop}
      />
    </DataTestProvider>,
  )
}

const isFormShown = () => screen.queryByRole('textbox', { name: 'First name' }) !== null

test('while sign-up is closed, a message replaces the form, also with an invitation', async () => {
  await show('closed', { invitation: 'a token' })
  expect(
    screen.getByText("New accounts can't be opened here right now. If you have one, sign in."),
  ).toBeTruthy()
  expect(isFormShown()).toBe(false)
})

test('a set-up link shows the form even while sign-up is closed', async () => {
  await show('closed', { setupToken: 'a token' })
  expect(isFormShown()).toBe(true)
})

test('where accounts need an invitation, the form is shown with one', async () => {
  await show('invitation', { invitation: 'a token' })
  expect(isFormShown()).toBe(true)
})

test('where accounts need an invitation, a message says so without one', async () => {
  await show('invitation')
  expect(screen.getByText(/New accounts are opened with an invitation/)).toBeTruthy()
  expect(isFormShown()).toBe(false)
})

test('where accounts are approved, the form says so', async () => {
  await show('approval')
  expect(screen.getByText(/The team looks at each new account/)).toBeTruthy()
  expect(isFormShown()).toBe(true)
})
