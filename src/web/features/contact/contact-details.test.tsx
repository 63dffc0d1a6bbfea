import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  // The facts come with the page: each test is a page of its own.
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

test('what the operator has not set is not shown', async () => {
  await show({ 'general.contactPhone': '+55 71 5550 0100' })
  expect(screen.getByRole('link', { name: '+55 71 5550 0100' }).getAttribute('href')).toBe(
    'tel:+557155500100',
  )
  expect(screen.getAllByRole('term')).toHaveLength(1)
})

test('with nothing set there is no empty section', async () => {
  await show({})
  expect(screen.queryByRole('heading', { name: 'Reach us' })).toBeNull()
})

test('the hours stand as specified, with the local time of each window', async () => {
  await show({})
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines.map((line) => line?.split(/(?<=[A-Z]{3})(?=\d)/)[0])).toEqual([
    'Americas 9 AM-6 PM EST',
    'Europe/Africa 2 PM-11 PM GMT',
    'Asia/Pacific 11 PM-8 AM JST',
  ])
  for (const line of lines) expect(line).toMatch(/\d{1,2}:\d\d\s[AP]M to \d{1,2}:\d\d\s[AP]M your time$/)
})
