import type { Page } from '@playwright/test'
import { axeCheck, expect, test } from './support/fixtures.ts'

// With the animations that other stories disable.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const menuButton = (page: Page) => page.getByRole('button', { name: 'Account menu' })

test('a menu that fails to load says so, and the next press opens it as soon as its code is loaded', async ({
  member: { page },
}) => {
  const code = '**/assets/account-menu-list-*.js*'
  await page.route(code, (route) => route.abort())
  await page.goto('/')
  await menuButton(page).click()
  await expect(page.getByRole('alert')).toContainText("can't be reached")
  await page.unroute(code)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(code, async (route) => {
    await released
    await route.continue()
  })
  await menuButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(menuButton(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await axeCheck(page, { headerAndFooter: true })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(menuButton(page)).toBeFocused()

  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Profile', exact: true }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
