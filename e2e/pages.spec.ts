import type { Locator, Page } from '@playwright/test'
import { listLiveStreams, updateStream } from '#shared/streams.ts'
import { axeCheck, createStream, expect, type Member, photograph, test } from './support/fixtures.ts'

// A separate app, so that only the streams of these stories are live.
test.use({ appEnv: { LIVE_GRACE_SECONDS: '60' } })

const liveStreams: { member: Member; address: string }[] = []

test.afterEach(async () => {
  for (const { member, address } of liveStreams.splice(0))
    await member.page.request.put(address, { data: { isLive: false } })
})

test('the landing page shows the specified texts and links', async ({ page }) => {
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
  await axeCheck(page)
  await photograph(page, 'landing')
  await page.getByRole('link', { name: 'Join the Movement' }).click()
  await expect(page.getByRole('tab', { name: 'Create Account', selected: true })).toBeVisible()
})

test('an icon control shows a tooltip on hover and keyboard focus, until Escape', async ({ page }) => {
  await page.goto('/')
  const dark = page.getByRole('radio', { name: 'Dark' })
  const tooltip = page.getByRole('tooltip')
  await dark.hover()
  // The first pointer movement loads the code of the tooltip.
  await expect(async () => {
    await page.mouse.move(700, 700)
    await dark.hover()
    await expect(tooltip).toHaveText('Dark', { timeout: 2000 })
  }).toPass()
  await axeCheck(page)
  await tooltip.hover()
  await expect(tooltip).toHaveText('Dark')
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
  await page.mouse.move(700, 700)

  await page.getByRole('link', { name: /home$/ }).first().focus()
  await page.keyboard.press('Tab')
  await expect(tooltip).toHaveText(/^(Light|Dark|System)/)
  await photograph(page, 'tooltip')
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
})

test('the footer links to five pages and nine networks', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  for (const name of ['About', 'Contact', 'Privacy', 'Terms', 'Community'])
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', `/${name.toLowerCase()}`)
  const networks = footer.getByRole('navigation', { name: 'Networks' }).getByRole('link')
  await expect(networks).toHaveCount(9)
  for (const [index, name] of [
    'Facebook',
    'Twitter',
    'Instagram',
    'LinkedIn',
    'TikTok',
    'YouTube',
    'Spotify',
    'Apple Music',
    'Twitch',
  ].entries()) {
    await expect(networks.nth(index)).toHaveAccessibleName(`${name} (opens in a new tab)`)
    await expect(networks.nth(index)).toHaveAttribute('target', '_blank')
    await expect(networks.nth(index)).toHaveAttribute('href', /^https:\/\//)
  }
  await expect(footer).toContainText('© 2025 Creative Wave')
})

test('the header shows the date and a running clock', async ({ page }) => {
  await page.goto('/')
  const clock = page.getByRole('banner').getByRole('time')
  await expect(clock).toHaveText(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}, \d{4}\d{1,2}:\d{2}:\d{2}\s[AP]M$/)
  const first = await clock.textContent()
  await expect(clock).not.toHaveText(first ?? '')
})

test('the chosen theme persists across a reload', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('banner').getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('an unknown path returns 404 with a page that says so', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await axeCheck(page)
  await photograph(page, 'not-found')
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page.getByRole('link', { name: 'Join the Wave' })).toBeVisible()
})

test('a navigation focuses the heading, and back restores the scroll position', async ({ page }) => {
  await page.goto('/')
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
})

test('a page whose code fails to load says so, and works after a reload', async ({ page }) => {
  await page.goto('/')
  await page.route('**/assets/discover-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Explore Creators' }).click()
  await expect(page.getByRole('alert')).toContainText("This page didn't load")
  await page.unroute('**/assets/discover-*.js')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Worldwide Diaspora Discoveries' })).toBeVisible()
})

test.describe('live streams', () => {
  test('a new live stream appears without a reload', async ({ member, secondMember }) => {
    await member.page.goto('/')
    await expect(member.page.getByRole('heading', { name: 'The Stage is Set' })).toBeVisible()
    await axeCheck(member.page)
    await photograph(member.page, 'home-empty')

    const stream = await goLive(secondMember, 'Sunday stew and stories')
    await dispatchVisibilityChange(member.page)
    const card = member.page.getByRole('link', { name: /Sunday stew and stories/ })
    await expect(card).toContainText('LIVE')
    await expect(card).toContainText('0 viewers')
    await expect(card).toContainText('Gaming')
    await expect(card).toHaveAttribute('href', `/stream/${stream.id}`)
    await axeCheck(member.page)
    await photograph(member.page, 'home')
    await card.click()
    await expect(member.page.getByRole('heading', { level: 1 })).toHaveText('Sunday stew and stories')
  })

  test('visitors find live streams at /discover', async ({ page, member }) => {
    await goLive(member, 'Poems at dusk')
    await page.goto('/discover')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Worldwide Diaspora Discoveries')
    await expect(page.getByRole('link', { name: /Poems at dusk/ })).toBeVisible()
    await axeCheck(page)
    await photograph(page, 'discover')
  })

  test('a list that failed to load can be loaded again', async ({ page, member }) => {
    await goLive(member, 'Late but here')
    await page.route(`**${listLiveStreams.path}*`, (route) => route.abort())
    await page.goto('/discover')
    await expect(page.getByRole('alert')).toContainText('The live streams could not be loaded')
    await axeCheck(page)
    await page.unroute(`**${listLiveStreams.path}*`)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('link', { name: /Late but here/ })).toBeVisible()
  })
})

/** Start of an announced stream, which is listed for everyone. */
const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000).toISOString()

test.describe('profiles', () => {
  test('owners see all their streams and a link to create another', async ({ member }) => {
    const { page, user } = member
    await page.goto('/profile?tab=streams')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${user.firstName} ${user.lastName}`)
    await expect(page.getByText('Start your first live stream!')).toBeVisible()
    for (const name of ['Followers', 'Following', 'Total Views', 'Streams'])
      await expect(profileCount(page, name)).toHaveText('0')
    await axeCheck(page)
    await photograph(page, 'profile-empty')

    await createStream(member.page, { title: 'Behind closed doors', settings: { isPublic: false } })
    await goLive(member, 'Open to all')
    await page.reload()
    await expect(page.getByRole('link', { name: /Behind closed doors/ })).toContainText('Private')
    await expect(page.getByRole('link', { name: /Behind closed doors/ })).toContainText('Not started yet')
    await expect(page.getByRole('link', { name: /Open to all/ })).toContainText('LIVE')
    await expect(profileCount(page, 'Streams')).toHaveText('1')
    await axeCheck(page)
    await photograph(page, 'profile')
    await page.getByRole('main').getByRole('link', { name: 'Create Stream' }).click()
    await expect(page).toHaveURL(/\/stream\/create$/)
  })

  test('a visitor sees public streams only', async ({ page, member }) => {
    await page.goto(`/profile/${member.user.id}?tab=streams`)
    await expect(page.getByText("This user hasn't streamed yet.")).toBeVisible()
    await createStream(member.page, { title: 'Behind closed doors', settings: { isPublic: false } })
    await createStream(member.page, { title: 'Not announced yet' })
    await createStream(member.page, { title: 'Open to all', scheduledFor: inAnHour() })
    await page.reload()
    await expect(page.getByRole('link', { name: /Open to all/ })).toBeVisible()
    for (const hidden of ['Behind closed doors', 'Not announced yet'])
      await expect(page.getByText(hidden)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Go Live' })).toHaveCount(0)
    expect(await page.content()).not.toContain(member.email)
  })

  test('long lists are paginated', async ({ page, member }) => {
    for (let index = 1; index <= 21; index++)
      await createStream(member.page, { title: `Evening ${index}`, scheduledFor: inAnHour() })
    await page.goto(`/profile/${member.user.id}?tab=streams`)
    const rows = page.getByRole('tabpanel').getByRole('listitem')
    await expect(rows).toHaveCount(20)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(rows).toHaveCount(21)
    await expect(rows.last()).toContainText('Evening 1')
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  })

  for (const id of ['11111111-1111-4111-8111-111111111111', 'nobody'])
    test(`/profile/${id} shows that there is no such user`, async ({ page }) => {
      await page.goto(`/profile/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Not Found')
      await expect(page.getByText("The user you're looking for doesn't exist.")).toBeVisible()
    })
})

test('Go Live opens the stream form, or the studio when there is a stream to start', async ({ member }) => {
  const { page } = member
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Go Live' }).click()
  await expect(page).toHaveURL(/\/stream\/create$/)
  const stream = await createStream(page)
  await page.getByRole('banner').getByRole('button', { name: 'Go Live' }).click()
  await expect(page).toHaveURL(new RegExp(`/stream/${stream.id}/broadcast$`))
})

for (const address of ['/creator', '/creator/dashboard'])
  test(`${address} redirects to the profile`, async ({ member: { page } }) => {
    await page.goto(address)
    await expect(page).toHaveURL(/\/profile$/)
    await page.goto('/')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Profile', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
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
