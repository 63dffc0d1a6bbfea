import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  // The site settings are read once from the document.
  vi.resetModules()
  const script = document.createElement('script')
  script.id = 'boot'
  script.type = 'application/json'
  script.textContent = JSON.stringify({ user: null, site: { 'general.signUpOpen': false } })
  document.body.append(script)
})
afterEach(() => document.getElementById('boot')?.remove())

async function show(setupToken: string | null) {
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
        setupToken={setupToken}
        onDiscardSetupToken={noop}
        onDone={noop}
      />
    </DataTestProvider>,
  )
}

test('while sign-up is closed, a message replaces the form', async () => {
  await show(null)
  expect(
    screen.getByText("New accounts can't be opened here right now. If you have one, sign in."),
  ).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a set-up link shows the form even while sign-up is closed', async () => {
  await show('a token')
  expect(screen.getByRole('textbox', { name: 'First name' })).toBeTruthy()
})
