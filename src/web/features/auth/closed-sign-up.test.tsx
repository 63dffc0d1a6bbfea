import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  // The facts come with the page.
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
  const nothing = () => {}
  render(
    <DataTestProvider>
      <AuthPanel
        tab="create"
        onTab={nothing}
        setupToken={setupToken}
        onWithoutSetup={nothing}
        onDone={nothing}
      />
    </DataTestProvider>,
  )
}

test('while sign-up is closed, the page says so instead of asking for anything', async () => {
  await show(null)
  expect(
    screen.getByText("New accounts can't be opened here right now. If you have one, sign in."),
  ).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the set-up link of the site leads to its form all the same', async () => {
  await show('a token')
  expect(screen.getByRole('textbox', { name: 'First name' })).toBeTruthy()
})
