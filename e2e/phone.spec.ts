import type { Page } from '@playwright/test'
import { axeCheck, createPost, createStream, expect, photographWindow, test } from './support/fixtures.ts'

// With the animations that other stories disable.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('on a phone a member reaches every page by touch', async ({ member: { page } }) => {
  await page.goto('/')
  const bottom = page.getByRole('navigation', { name: 'Main' })
  for (const [name, address] of [
    ['Discover', '/discover'],
    ['Activity', '/activity'],
    ['Profile', '/profile'],
    ['Home', '/'],
  ] as const) {
    await bottom.getByRole('link', { name }).tap()
    await expect(page).toHaveURL(address)
    await expect(bottom.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  // The first tap also loads the code of the menu.
  for (const [name, address] of [
    ['Global Circle', '/circle'],
    ['Treasured', '/treasured'],
    ['Journey', '/journey'],
    ['Settings', '/preferences'],
    ['Edit Profile', '/profile-settings'],
  ] as const) {
    await page.getByRole('button', { name: 'Account menu' }).tap()
    await page.getByRole('menuitem', { name }).tap()
    await expect(page).toHaveURL(address)
  }

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const create = bottom.getByRole('button', { name: 'Create' })
  const story = page.getByRole('button', { name: /^Share a story/ })
  await create.tap()
  await expect(story).toBeVisible()
  await axeCheck(page, { headerAndFooter: true })
  await story.tap()
  await expect(page.getByRole('dialog', { name: 'Share Your Story' })).toBeVisible()
  await page.keyboard.press('Escape')
  await create.tap()
  await page.getByRole('button', { name: /^Go live/ }).tap()
  await expect(page).toHaveURL('/stream/create')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).tap()
  const field = page.getByRole('combobox', { name: /^Search/ })
  await expect(field).toBeFocused()
  await field.fill('mem')
  const option = page.getByRole('option', { name: 'Search for mem' })
  await expect(option).toBeVisible()
  await axeCheck(page, { headerAndFooter: true })
  await photographWindow(page, 'search-phone-390-light')
  await option.tap()
  await expect(page).toHaveURL('/search?q=mem')
})

test('home does not shift when the announced streams arrive last', async ({ member }) => {
  const { page } = member
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  for (const title of ['Drums of the old town', 'Stew and stories'])
    await createStream(page, { title, scheduledFor: inAnHour })
  await createPost(page, { content: 'Good morning from Accra' })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const announced of ['some', 'none']) {
    const feed = page.waitForResponse(/\/api\/posts\/feed/)
    await page.route(/\/api\/streams\/upcoming/, async (route) => {
      await (await feed).finished()
      await (announced === 'some' ? route.continue() : route.fulfill({ json: [] }))
    })
    await page.goto('/')
    await expect(page.getByText('Good morning from Accra')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Coming up' })).toHaveCount(announced === 'some' ? 1 : 0)
    // The list would shift what is below it by more than 0.1. Fonts that arrive late shift by up to 0.03.
    expect(await layoutShift(page)).toBeLessThan(0.05)
    await expect(page.getByRole('main').getByRole('link', { name: 'See Creator Pro' })).toBeVisible()
    await page.unroute(/\/api\/streams\/upcoming/)
  }
})

/** Cumulative Layout Shift since the page was opened. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((entry) => ('value' in entry ? Number(entry.value) : 0))
          resolve(shifts.reduce((sum, value) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // Without a shift the observer is never called.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )
}
