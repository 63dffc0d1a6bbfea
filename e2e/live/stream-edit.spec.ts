import type { Page } from '@playwright/test'
import { createStream, expect, checkAndPhotograph, test } from '../support/fixtures.ts'

test('likes, edits and the deletion of a stream show on every page at once, and its link can be shared', async ({
  browser,
  member,
  secondMember,
}) => {
  const { id } = await createStream(member.page, { title: 'Before', category: 'Gaming' })
  const setLive = (isLive: boolean) => member.page.request.put(`/api/streams/${id}`, { data: { isLive } })
  expect((await setLive(true)).status()).toBe(200)
  const visitor = await (await browser.newContext()).newPage()
  const pages = { owner: member.page, viewer: secondMember.page, visitor }
  for (const page of Object.values(pages)) {
    await page.goto(`/stream/${id}`)
    await expect(page.getByRole('heading', { name: 'Before' })).toBeVisible()
  }
  await like(pages.viewer, pages.owner)
  await share(pages.viewer, id)
  await edit(pages)
  expect((await setLive(false)).status()).toBe(200)
  await deleteStream(pages)
})

type Pages = { owner: Page; viewer: Page; visitor: Page }

async function like(viewer: Page, owner: Page): Promise<void> {
  await viewer.getByRole('button', { name: 'Like 0' }).click()
  await expect(viewer.getByRole('button', { name: 'Like 1', pressed: true })).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Like 1', pressed: false })).toBeVisible()
  await viewer.reload()
  await viewer.getByRole('button', { name: 'Like 1', pressed: true }).click()
  await expect(owner.getByRole('button', { name: 'Like 0' })).toBeVisible()
}

async function share(page: Page, streamId: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Share' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Share this stream' })
  await checkAndPhotograph(page, 'stream-share')
  await sheet.getByRole('button', { name: 'Copy link' }).press('Enter')
  await expect(sheet.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`/stream/${streamId}$`))
  await expect(sheet.getByRole('link', { name: 'E-mail' })).toHaveAttribute('href', /Before/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()
}

/** Changes texts, then makes the stream private. */
async function edit({ owner, viewer, visitor }: Pages): Promise<void> {
  for (const name of ['Edit stream', 'More actions for the stream'])
    await expect(viewer.getByRole('button', { name, exact: true })).toBeHidden()
  await owner.getByRole('button', { name: 'Edit stream' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Edit stream' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Before')
  await expect(dialog.getByLabel('Category')).toHaveValue('Gaming')
  await checkAndPhotograph(owner, 'stream-edit')
  await dialog.getByLabel('Title').fill('After the edit')
  await dialog.getByLabel('Category').selectOption('Just Chatting')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(owner.getByRole('button', { name: 'Edit stream' })).toBeFocused()
  for (const each of [owner, viewer, visitor]) {
    await expect(each.getByRole('heading', { name: 'After the edit' })).toBeVisible()
    await expect(each.getByText('Just Chatting')).toBeVisible()
    await expect(each).toHaveTitle(/^After/)
  }

  await owner.getByRole('button', { name: 'Edit stream' }).click()
  await dialog.getByRole('switch', { name: 'Public stream' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(visitor.getByRole('heading', { name: 'Stream Not Found' })).toBeVisible()
  await expect(viewer.getByRole('heading', { name: 'After the edit' })).toBeVisible()
}

async function deleteStream({ owner, viewer }: Pages): Promise<void> {
  const more = owner.getByRole('button', { name: 'More actions for the stream' })
  await more.click()
  await owner.getByRole('menuitem', { name: 'Delete stream' }).click()
  const dialog = owner.getByRole('alertdialog', { name: 'Delete “After the edit”?' })
  await expect(dialog).toBeVisible()
  await checkAndPhotograph(owner, 'stream-delete')
  await owner.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await more.press('Enter')
  await owner.getByRole('menuitem', { name: 'Delete stream' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete stream' }).click()
  await expect(owner).toHaveURL('/profile')
  await expect(owner.getByText('Stream deleted')).toBeVisible()
  await expect(viewer.getByRole('heading', { name: 'Stream Not Found' })).toBeVisible()
  await owner.getByRole('tab', { name: 'Streams' }).click()
  await expect(owner.getByText('After the edit')).toBeHidden()
}
