import type { Page } from '@playwright/test'
import { axeCheck, expect, type Member, test } from './support/fixtures.ts'

// With the animations that other stories disable.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const menuButton = (page: Page) => page.getByRole('button', { name: 'Account menu' })

/** Opens home, and delays the request for the menu's code until `release` is called. */
async function openHome({ page }: Member): Promise<{ release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/account-menu-list-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  await expect(menuButton(page)).toBeVisible()
  return { release }
}

test('the first click opens the account menu, although it also loads its code', async ({ member }) => {
  const { page } = member
  const { release } = await openHome(member)
  await menuButton(page).click()
  await expect(menuButton(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByRole('menuitem', { name: 'Profile', exact: true })).toBeVisible()
  await axeCheck(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Profile', exact: true }).click()
  await expect(page).toHaveURL(/\/profile$/)
})

for (const key of ['Enter', 'Space', 'ArrowDown'])
  test(`${key} opens the menu on its first item, and Escape returns the focus to the button`, async ({
    member,
  }) => {
    const { page } = member
    const { release } = await openHome(member)
    await menuButton(page).focus()
    await page.keyboard.press(key)
    release()
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(menuButton(page)).toBeFocused()
  })

test('a menu that loads after the focus has moved on stays closed', async ({ member }) => {
  const { page } = member
  const { release } = await openHome(member)
  await menuButton(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  release()
  await expect(menuButton(page)).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('a menu that fails to load says so, and a second click retries', async ({ member }) => {
  const { page } = member
  await page.route('**/assets/account-menu-list-*.js', (route) => route.abort())
  await page.goto('/')
  await menuButton(page).click()
  await expect(page.getByRole('alert')).toContainText("can't be reached")
  await page.unroute('**/assets/account-menu-list-*.js')
  await menuButton(page).click()
  await expect(page.getByRole('menu')).toBeVisible()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('the first tap opens the menu', async ({ browser, member: { context, page: opened }, baseURL }) => {
    const phone = await browser.newContext({
      ...(baseURL && { baseURL }),
      hasTouch: true,
      viewport: { width: 390, height: 844 },
      storageState: await context.storageState(),
    })
    await opened.close()
    const page = await phone.newPage()
    await page.goto('/')
    await menuButton(page).tap()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Profile', exact: true }).tap()
    await expect(page).toHaveURL(/\/profile$/)
  })
})
