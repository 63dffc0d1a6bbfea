import type { Locator, Page } from '@playwright/test'
import { updateStream } from '#shared/live/streams.ts'
import { axeCheck, createStream, expect, type Member, photograph, test } from './support/fixtures.ts'

// The app of discover.spec.ts: only the streams of these two files are live there, and each story ends its own.
test.use({ appEnv: { COUNTS_SECONDS: '0.05' } })

const liveStreams: { member: Member; address: string }[] = []

test.afterEach(async () => {
  for (const { member, address } of liveStreams.splice(0))
    await member.page.request.put(address, { data: { isLive: false } })
})

test('the landing page shows the specified texts and links, and the chosen theme persists', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/Creative Wave$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'The Home for the Worldwide Afro Heritage Diaspora Creative Wave',
  )
  for (const [name, href] of [
    ['Sign In', '/api/login'],
    ['Join the Wave', '/api/login?tab=create'],
    ['Join the Movement', '/api/login?tab=create'],
    ['Explore Creators', '/discover'],
    ['Learn More', '/about'],
  ] as const)
    await expect(
      page.getByRole('main').or(page.getByRole('banner')).getByRole('link', { name }),
    ).toHaveAttribute('href', href)
  for (const name of [
    'Worldwide Diaspora Live Stories',
    'Worldwide Afro Diaspora Community',
    'Diaspora Creator Tools',
  ])
    await expect(page.getByRole('heading', { name })).toBeVisible()
  const footer = page.getByRole('contentinfo')
  for (const name of ['About', 'Contact', 'Privacy', 'Terms', 'Community'])
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', `/${name.toLowerCase()}`)
  await expect(footer.getByRole('navigation', { name: 'Networks' }).getByRole('link')).toHaveCount(9)
  await expect(footer).toContainText('© 2025 Creative Wave')
  await expect(page.getByRole('banner').getByRole('time')).toHaveText(
    /^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}, \d{4}\d{1,2}:\d{2}:\d{2}\s[AP]M$/,
  )
  await photograph(page, 'landing')

  const dark = page.getByRole('banner').getByRole('radio', { name: 'Dark' })
  await dark.check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(dark).toBeChecked()
  await page.getByRole('link', { name: 'Join the Movement' }).click()
  await expect(page.getByRole('tab', { name: 'Create Account', selected: true })).toBeVisible()
})

test('an icon control shows a tooltip on keyboard focus and hover, until Escape', async ({ page }) => {
  await page.goto('/')
  const tooltip = page.getByRole('tooltip')
  // The first focus also loads the code of the tooltip.
  await page.getByRole('link', { name: /home$/ }).first().focus()
  await page.keyboard.press('Tab')
  await expect(tooltip).toHaveText(/^(Light|Dark|System)/)
  await photograph(page, 'tooltip')
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)

  await page.getByRole('radio', { name: 'Dark' }).hover()
  await expect(tooltip).toHaveText('Dark')
  await axeCheck(page, { headerAndFooter: true })
  await tooltip.hover()
  await expect(tooltip).toHaveText('Dark')
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
})

test('visitors navigate from an unknown path to home, to another page and back, and past a page that fails to load', async ({
  page,
}) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await photograph(page, 'not-found')
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page.getByRole('link', { name: 'Join the Wave' })).toBeVisible()

  // A navigation focuses the heading, and back restores the scroll position.
  await page.getByRole('link', { name: 'Learn More' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(page).toHaveTitle('About · Creative Wave')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await scrollPosition(page)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^The Home for/)
  await expect(page.getByRole('link', { name: 'Learn More' })).toBeInViewport()
  const position = await scrollPosition(page)
  expect(position).toBeGreaterThan(300)
  await page.reload()
  await expect.poll(() => scrollPosition(page)).toBe(position)

  // A page whose code fails to load says so, and works after a reload.
  await page.route('**/assets/discover-*.js*', (route) => route.abort())
  await page.getByRole('link', { name: 'Explore Creators' }).click()
  await expect(page.getByRole('alert')).toContainText("This page didn't load")
  await page.unroute('**/assets/discover-*.js*')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Worldwide Diaspora Discoveries' })).toBeVisible()
})

test('a new live stream appears without a reload', async ({ member, secondMember }) => {
  await member.page.goto('/')
  await expect(member.page.getByRole('heading', { name: 'The Stage is Set' })).toBeVisible()
  await axeCheck(member.page)
  await photograph(member.page, 'home-empty')

  const stream = await goLive(secondMember, 'Sunday stew and stories')
  await dispatchVisibilityChange(member.page)
  const card = member.page.getByRole('link', { name: /Sunday stew and stories/ })
  await expect(card).toContainText('LIVE')
  await expect(card).toContainText('Just started')
  await expect(card).toContainText('Gaming')
  await expect(card).toHaveAttribute('href', `/stream/${stream.id}`)
  await axeCheck(member.page)
  await photograph(member.page, 'home')
  await card.click()
  await expect(member.page.getByRole('heading', { level: 1 })).toHaveText('Sunday stew and stories')
})

/** Start of an announced stream, which is listed for everyone. */
const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000).toISOString()

test('owners see all their streams, and visitors only the public ones', async ({ page: visitor, member }) => {
  const { page, user } = member
  await page.goto('/profile?tab=streams')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${user.firstName} ${user.lastName}`)
  await expect(page.getByText('Start your first live stream!')).toBeVisible()
  for (const name of ['Followers', 'Following', 'Total Views', 'Streams'])
    await expect(profileCount(page, name)).toHaveText('0')
  await axeCheck(page)
  await photograph(page, 'profile-empty')

  await createStream(page, { title: 'Behind closed doors', settings: { isPublic: false } })
  await createStream(page, { title: 'Not announced yet' })
  await createStream(page, { title: 'Soon for all', scheduledFor: inAnHour() })
  await goLive(member, 'Open to all')
  await page.reload()
  await expect(page.getByRole('link', { name: /Behind closed doors/ })).toContainText('Private')
  await expect(page.getByRole('link', { name: /Behind closed doors/ })).toContainText('Not started yet')
  const streams = { name: 'Streams' }
  await expect(page.getByRole('region', streams).getByRole('link', { name: /Open to all/ })).toContainText(
    'LIVE',
  )
  await expect(profileCount(page, 'Streams')).toHaveText('1')
  await axeCheck(page)
  await photograph(page, 'profile')
  await page.getByRole('main').getByRole('link', { name: 'Create Stream' }).click()
  await expect(page).toHaveURL(/\/stream\/create$/)

  await visitor.goto(`/profile/${user.id}?tab=streams`)
  await expect(visitor.getByRole('region', streams).getByRole('link', { name: /Open to all/ })).toBeVisible()
  await expect(visitor.getByRole('link', { name: /Soon for all/ })).toBeVisible()
  for (const hidden of ['Behind closed doors', 'Not announced yet'])
    await expect(visitor.getByText(hidden)).toHaveCount(0)
  await expect(visitor.getByRole('button', { name: 'Go Live' })).toHaveCount(0)
  expect(await visitor.content()).not.toContain(member.email)
  for (const id of ['11111111-1111-4111-8111-111111111111', 'nobody']) {
    await visitor.goto(`/profile/${id}`)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('User Not Found')
    await expect(visitor.getByText("The user you're looking for doesn't exist.")).toBeVisible()
  }
})

async function goLive(member: Member, title: string) {
  const stream = await createStream(member.page, { title })
  const address = updateStream.path.replace(':id', stream.id)
  expect((await member.page.request.put(address, { data: { isLive: true } })).status()).toBe(200)
  liveStreams.push({ member, address })
  return stream
}

/** Fires the event of a tab that becomes visible again. */
async function dispatchVisibilityChange(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

function profileCount(page: Page, name: string): Locator {
  return page.getByRole('main').locator('dl > div', { hasText: name }).locator('dd')
}

function scrollPosition(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY)
}
