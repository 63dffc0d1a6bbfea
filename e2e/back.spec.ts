import type { Page } from '@playwright/test'
import { createPost, expect, test } from './support/fixtures.ts'
import { makePng, openComposer, postCard } from './support/posting.ts'

/** Navigates to the home page from the journey, which becomes the previous history entry. */
async function openHomeFromJourney(page: Page): Promise<void> {
  await page.goto('/journey')
  await page.getByRole('link', { name: 'Creative Wave' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Share Your Story' })).toBeVisible()
}

test('on a phone back closes the sheet and the composer, and their history entries are reused or skipped', async ({
  member: { page },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHomeFromJourney(page)
  const create = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Create' })
  const sheet = page.getByRole('dialog', { name: 'Create' })
  await create.click()
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
  // Forward does not reopen it.
  await page.goForward()
  await expect(page).toHaveURL(/\/$/)
  await expect(sheet).toBeHidden()

  await create.click()
  await page.getByRole('button', { name: /^Share a story/ }).click()
  const composer = page.getByRole('dialog', { name: 'Share Your Story' })
  await composer.getByRole('textbox').fill('Half a story')
  await page.goBack()
  await expect(composer).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
  await openComposer(page)
  await expect(composer.getByRole('textbox')).toHaveValue('Half a story')
  await page.keyboard.press('Escape')
  await expect(composer).toBeHidden()

  // A page opened from the sheet replaces the entry of the sheet.
  await create.click()
  await page.getByRole('button', { name: /^Go live/ }).click()
  await expect(page).toHaveURL(/\/stream\/create$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/journey$/)
})

test('back cancels a confirmation dialog, which leaves no history entry after a reload', async ({
  member: { page },
}) => {
  const { content } = await createPost(page)
  await openHomeFromJourney(page)
  const openConfirmation = async () => {
    await postCard(page, content).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }
  await openConfirmation()
  await page.goBack()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(postCard(page, content)).toBeVisible()
  await openConfirmation()
  await page.reload()
  await expect(postCard(page, content)).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/journey$/)
})

test('back closes the crop dialog, then asks about unsaved changes, and then cancels that question', async ({
  member: { page },
}) => {
  await page.goto('/journey')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit Profile' }).click()
  const bio = page.getByLabel('Bio', { exact: true })
  await bio.fill('Half a sentence')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add a photo' }).click(),
  ])
  await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await makePng(600, 400) })
  const crop = page.getByRole('dialog', { name: 'Your photo' })
  await expect(crop.getByRole('slider', { name: 'Zoom' })).toBeVisible()
  await page.goBack()
  await expect(crop).toBeHidden()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeHidden()
  // The navigation is blocked, so page.goBack() would wait for it in vain.
  const back = () => page.evaluate(() => history.back())
  await back()
  await expect(question).toBeVisible()
  await back()
  await expect(question).toBeHidden()
  await expect(bio).toHaveValue('Half a sentence')
  await back()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/journey$/)
})
