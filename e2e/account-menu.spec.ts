import type { Page } from '@playwright/test'
import { axeCheck, expect, type Member, test } from './support/fixtures.ts'

// As most people see it: menus and pages move.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const menuButton = (page: Page) => page.getByRole('button', { name: 'Account menu' })

/** Opens home, and holds the menu's code back until it is let through. */
async function openHome({ page }: Member): Promise<{ letThrough: () => void }> {
  let letThrough = () => {}
  const gate = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/assets/account-menu-list-*.js', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto('/')
  await expect(menuButton(page)).toBeVisible()
  return { letThrough }
}

test('the first click opens the account menu, though its code comes with it', async ({ member }) => {
  const { page } = member
  const { letThrough } = await openHome(member)
  await menuButton(page).click()
  await expect(menuButton(page)).toHaveAttribute('aria-busy', 'true')
  letThrough()
  await expect(page.getByRole('menuitem', { name: 'Profile', exact: true })).toBeVisible()
  await axeCheck(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Profile', exact: true }).click()
  await expect(page).toHaveURL(/\/profile$/)
})

for (const key of ['Enter', 'Space', 'ArrowDown'])
  test(`${key} opens it on its first entry, and Escape leads back to the button`, async ({ member }) => {
    const { page } = member
    const { letThrough } = await openHome(member)
    await menuButton(page).focus()
    await page.keyboard.press(key)
    letThrough()
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(menuButton(page)).toBeFocused()
  })

test('whoever goes on before it came is not disturbed', async ({ member }) => {
  const { page } = member
  const { letThrough } = await openHome(member)
  await menuButton(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  letThrough()
  await expect(menuButton(page)).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('a menu that cannot be fetched says so, and can be tried again', async ({ member }) => {
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

  test('the first tap opens it', async ({ browser, member: { context, page: opened }, baseURL }) => {
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
