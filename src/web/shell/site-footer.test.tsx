import { render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  // The site settings are read once from the document: each test needs fresh modules.
  vi.resetModules()
})
afterEach(() => {
  document.getElementById('boot')?.remove()
})

async function load(site: object) {
  const script = document.createElement('script')
  script.id = 'boot'
  script.type = 'application/json'
  script.textContent = JSON.stringify({ user: null, site })
  document.body.append(script)
  const [{ SiteFooter }, { I18nTestProvider }] = await Promise.all([
    import('./site-footer.tsx'),
    import('#web/i18n/test-provider.tsx'),
  ])
  return { SiteFooter, I18nTestProvider }
}

async function show(site: object) {
  const { SiteFooter, I18nTestProvider } = await load(site)
  render(
    <I18nTestProvider>
      <SiteFooter />
    </I18nTestProvider>,
  )
  return within(screen.getByRole('navigation', { name: 'Networks' })).getAllByRole('link')
}

test("the nine links lead to the networks' home pages until the operator sets accounts", async () => {
  const links = await show({})
  expect(links).toHaveLength(9)
  for (const link of links) {
    expect(link.getAttribute('href')).toMatch(/^https:\/\/[a-z.]+\/$/)
    expect(link.getAttribute('target')).toBe('_blank')
  }
  expect(links.map(({ textContent }) => textContent)).toEqual(
    [
      'Facebook',
      'Twitter',
      'Instagram',
      'LinkedIn',
      'TikTok',
      'YouTube',
      'Spotify',
      'Apple Music',
      'Twitch',
    ].map((name) => `${name}(opens in a new tab)`),
  )
  expect(screen.getByText('© 2025 Creative Wave')).toBeTruthy()
})

test("the footer shows the operator's accounts and the site name", async () => {
  const [facebook, twitter] = await show({
    'general.siteName': 'Mawimbi',
    'social.facebook': 'https://www.facebook.com/mawimbi',
  })
  expect(facebook?.getAttribute('href')).toBe('https://www.facebook.com/mawimbi')
  expect(twitter?.getAttribute('href')).toBe('https://twitter.com/')
  expect(screen.getByText('© 2025 Mawimbi')).toBeTruthy()
})

test('the short footer has a line for phones, and the whole footer for wider screens', async () => {
  const { SiteFooter, I18nTestProvider } = await load({})
  render(
    <I18nTestProvider>
      <SiteFooter isShort />
    </I18nTestProvider>,
  )
  const [line, whole] = screen.getByRole('contentinfo').children
  expect(line?.className).toContain('md:hidden')
  expect([...(line?.querySelectorAll('a') ?? [])].map(({ pathname }) => pathname)).toEqual([
    '/about',
    '/privacy',
    '/terms',
  ])
  expect(line?.textContent).toContain('© 2025 Creative Wave')
  expect(whole?.className).toContain('max-md:hidden')
  expect(whole?.querySelectorAll('a[target=_blank]')).toHaveLength(9)
})
