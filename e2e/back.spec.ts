import type { Page } from '@playwright/test'
import { createPost, expect, test } from './support/fixtures.ts'
import { makePng, openComposer, postOf } from './support/posting.ts'

/** Comes to the home page from another one, which is what back would lead to. */
async function comeHome(page: Page): Promise<void> {
  await page.goto('/journey')
  await page.getByRole('link', { name: 'Creative Wave' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Share Your Story' })).toBeVisible()
}

test('back closes the sheet on a phone, forward does not open it, and back goes on', async ({
  member: { page },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await comeHome(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Create' }).click()
  const sheet = page.getByRole('dialog', { name: 'Create' })
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
  await page.goForward()
  await expect(page).toHaveURL(/\/$/)
  await expect(sheet).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/journey$/)
})

test('back closes the composer and keeps what was written; one that was closed holds nobody', async ({
  member: { page },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await comeHome(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Create' }).click()
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
  await page.goBack()
  await expect(page).toHaveURL(/\/journey$/)
})

test('what the sheet leads to stands in its place in the history', async ({ member: { page } }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await comeHome(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: /^Go live/ }).click()
  await expect(page).toHaveURL(/\/stream\/create$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/journey$/)
})

test('back takes a question as refused, also after the page was loaded anew under it', async ({
  member: { page },
}) => {
  const { content } = await createPost(page)
  await comeHome(page)
  const ask = async () => {
    await postOf(page, content).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }
  await ask()
  await page.goBack()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(postOf(page, content)).toBeVisible()
  await ask()
  await page.reload()
  await expect(postOf(page, content)).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/journey$/)
})

test('back closes the crop first, then asks about what is not saved, and then takes that question as refused', async ({
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
  // It leads nowhere, so there is no navigation to wait for.
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
