import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  // The site settings are read once from the document: each test needs fresh modules.
  vi.resetModules()
})
afterEach(() => document.getElementById('boot')?.remove())

async function show(site: object) {
  const script = document.createElement('script')
  script.id = 'boot'
  script.type = 'application/json'
  script.textContent = JSON.stringify({ user: null, site })
  document.body.append(script)
  const [{ ContactDetails }, { CommunityHours }, { I18nTestProvider }] = await Promise.all([
    import('./contact-details.tsx'),
    import('./community-hours.tsx'),
    import('#web/i18n/test-provider.tsx'),
  ])
  render(
    <I18nTestProvider>
      <ContactDetails />
      <CommunityHours />
    </I18nTestProvider>,
  )
}

test('only details that the operator has set are shown', async () => {
  await show({ 'general.contactPhone': '+55 71 5550 0100' })
  expect(screen.getByRole('link', { name: '+55 71 5550 0100' }).getAttribute('href')).toBe(
    'tel:+557155500100',
  )
  expect(screen.getAllByRole('term')).toHaveLength(1)
})

test('without details there is no section', async () => {
  await show({})
  expect(screen.queryByRole('heading', { name: 'Reach us' })).toBeNull()
})

test('the hours are shown as specified, with their local times', async () => {
  await show({})
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines.map((line) => line?.split(/(?<=[A-Z]{3})(?=\d)/)[0])).toEqual([
    'Americas 9 AM-6 PM EST',
    'Europe/Africa 2 PM-11 PM GMT',
    'Asia/Pacific 11 PM-8 AM JST',
  ])
  for (const line of lines) expect(line).toMatch(/\d{1,2}:\d\d\s[AP]M to \d{1,2}:\d\d\s[AP]M your time$/)
})
