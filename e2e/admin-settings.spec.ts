import type { Page } from '@playwright/test'
import { listSettings } from '../src/shared/operations/admin-settings.ts'
import { signIn } from '../src/shared/accounts/auth.ts'
import {
  axeCheck,
  checkAndPhotograph,
  expect,
  photograph,
  photographWindow,
  test,
} from './support/fixtures.ts'

test.beforeEach(async ({ admin, page }) => {
  const { email, password } = admin
  await page.request.post(signIn.path, { data: { email, password } })
  await page.setViewportSize({ width: 390, height: 844 })
})

// Other stories use the same app.
test.afterEach(async ({ page }) => {
  const settings = listSettings.response.parse(await (await page.request.get(listSettings.path)).json())
  for (const { key } of settings.filter(({ isDefault }) => !isDefault))
    await page.request.delete(`${listSettings.path}/${key}`)
})

const rowOf = (page: Page, key: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: key }) })

test('an admin changes a boolean and a JSON setting on a phone, and is told where JSON is broken', async ({
  page,
  browser,
}) => {
  await page.goto('/admin/settings')
  await expect(rowOf(page, 'general.siteName')).toContainText('Default')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const appointment = page.getByRole('switch', { name: 'general.superAdminsAppointAdmins' })
  await expect(appointment).not.toBeChecked()
  await appointment.click()
  await expect(page.getByText('Setting updated')).toBeVisible()
  await expect(appointment).toBeChecked()
  await page.getByRole('button', { name: 'Edit general.signUp' }).click()
  const choice = page.getByRole('dialog', { name: 'general.signUp' })
  await choice.getByLabel('Value').selectOption('closed')
  await choice.getByRole('button', { name: 'Save' }).click()
  await expect(choice).toBeHidden()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/auth/login?tab=create')
  await expect(
    visitor.getByText("New accounts can't be opened here right now.", { exact: false }),
  ).toBeVisible()

  await page.getByRole('searchbox').fill('limits.posts')
  await page.getByRole('button', { name: 'Edit limits.posts' }).click()
  const dialog = page.getByRole('dialog', { name: 'limits.posts' })
  const value = dialog.getByLabel('Value')
  await value.fill('{\n  "points": 20\n  "seconds": 600\n}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The error is in line 3, column 3.')).toBeVisible()
  await expect(value).toBeFocused()
  await axeCheck(page, { dark: true })
  await photographWindow(page, 'admin-settings-json-phone')
  await photograph(page, 'admin-settings-json')
  await value.fill('{ "points": 0, "seconds": 600 }')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This is out of range.')).toBeVisible()
  await value.fill('{ "points": 20, "seconds": 600 }')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const row = rowOf(page, 'limits.posts')
  await expect(row).toContainText('{"points":20,"seconds":600}')
  await expect(row).toContainText('Changed')
  await expect(row).toContainText('Default: {"points":30,"seconds":600}')
  await page.getByRole('searchbox').fill('s')
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await checkAndPhotograph(page, 'admin-settings-changed', { dark: true })
})

test('a number is changed and reset with the keyboard alone', async ({ page }) => {
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { name: 'general.siteName' })).toBeVisible()
  const focused = page.locator(':focus')
  const tabTo = async (name: RegExp) =>
    expect(async () => {
      await page.keyboard.press('Tab')
      await expect(focused).toHaveAccessibleName(name, { timeout: 100 })
    }).toPass({ intervals: [0] })
  await tabTo(/^Search keys/)
  await page.keyboard.type('limits.bio')
  await tabTo(/^Edit limits\.bio$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'limits.bio' })).toBeVisible()
  await tabTo(/^Value$/)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1200')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Setting updated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit limits.bio' })).toBeFocused()
  await expect(rowOf(page, 'limits.bio')).toContainText('1200')
  await tabTo(/^Reset to default: limits\.bio$/)
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('alertdialog', { name: 'Reset limits.bio to its default?' })
  await expect(confirm).toContainText('1000')
  await photographWindow(page, 'admin-settings-reset-phone')
  await tabTo(/^Reset to default$/)
  await page.keyboard.press('Enter')
  await expect(confirm).toBeHidden()
  await expect(rowOf(page, 'limits.bio')).not.toContainText('1200')
  await expect(rowOf(page, 'limits.bio')).toBeFocused()
})

test('a custom setting is added, edited and deleted, and its markup is shown as text', async ({ page }) => {
  await page.goto('/admin/settings?category=social')
  await expect(page.getByRole('heading', { name: 'General' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add setting' }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Add setting' })
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('Key').fill('festival.banner')
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('Value').fill('<img src=x onerror="document.title=1">')
  await axeCheck(page, { dark: true })
  await photographWindow(page, 'admin-settings-add-phone')
  await photograph(page, 'admin-settings-add')
  await submit.click()
  await expect(page.getByText('Setting created')).toBeVisible()
  const row = rowOf(page, 'festival.banner')
  await expect(row).toContainText('<img src=x onerror="document.title=1">')
  await expect(row.locator('img')).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit festival.banner' }).click()
  await dialog.getByLabel('Type').selectOption('JSON')
  await dialog.getByLabel('Value').fill('["Lagos", "Salvador"]')
  await dialog.getByLabel('Category').selectOption('General')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Setting updated')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByLabel('Category').selectOption('All')
  await expect(page).toHaveURL(/\/admin\/settings$/)
  await expect(row).toContainText('["Lagos", "Salvador"]')
  await checkAndPhotograph(page, 'admin-settings', { dark: true })

  await page.getByRole('button', { name: 'Delete festival.banner' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Delete festival.banner?' })
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Setting deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('the name of the site shows on another open page after a reload, until it is reset', async ({
  page,
  browser,
}) => {
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/about')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('About Creative Wave')
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Edit general.siteName' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Value').fill('Onda Criativa')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Setting updated')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('About Onda Criativa')
  await page.getByRole('button', { name: 'Reset to default: general.siteName' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset to default' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('About Creative Wave')
})
