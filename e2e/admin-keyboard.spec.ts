import type { Page } from '@playwright/test'
import { signIn } from '../src/shared/accounts/auth.ts'
import { displayName } from '../src/shared/accounts/users.ts'
import { expect, test } from './support/fixtures.ts'

test.beforeEach(async ({ admin, page }) => {
  const { email, password } = admin
  await page.request.post(signIn.path, { data: { email, password } })
})

/** Presses Tab until the control with this name has the focus, which must be visible on each control before it. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = page.locator(':focus')
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(focused).not.toHaveCSS('outline-style', 'none', { timeout: 500 })
    await expect(focused).toHaveAccessibleName(name, { timeout: 100 })
  }).toPass({ intervals: [0] })
}

test('an admin changes a role with the keyboard alone, and the focus returns to the button', async ({
  member,
  page,
}) => {
  const name = displayName(member.user)
  await page.goto('/admin/users')
  await expect(page.getByRole('table')).toBeVisible()
  await tabTo(page, /^Search by name or email$/)
  await page.keyboard.type(member.user.email)
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await tabTo(page, new RegExp(`^Edit role of ${name}$`))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: /^User/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /^User/ }).press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /^Moderator/ })).toBeFocused()
  await expect(dialog.getByRole('radio', { name: /^Moderator/ })).toBeChecked()
  await tabTo(page, /^Update Role$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Role updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `Edit role of ${name}` })).toBeFocused()
  await expect(page.getByRole('row', { name }).getByText('Moderator', { exact: true })).toBeVisible()
})

test('an admin edits a setting on a phone with the keyboard alone, by the drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await tabTo(page, /^Open menu$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Administration' })).toBeVisible()
  await tabTo(page, /^Settings$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Site settings', level: 1 })).toBeFocused()
  await tabTo(page, /^Search keys/)
  await page.keyboard.type('landingHeadline')
  await tabTo(page, /^Edit general\.landingHeadline$/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Value$/)
  await page.keyboard.type('Together')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Setting updated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit general.landingHeadline' })).toBeFocused()
  // Other stories use the same app.
  await tabTo(page, /^Reset to default/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Reset to default$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'landingHeadline' })).toBeFocused()
})
