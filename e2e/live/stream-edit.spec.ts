import { createStream, expect, checkAndPhotograph, test } from '../support/fixtures.ts'

test('changes by the owner of a live stream show on every page at once', async ({
  browser,
  member,
  secondMember,
}) => {
  const { id } = await createStream(member.page, { title: 'Before', category: 'Gaming' })
  expect((await member.page.request.put(`/api/streams/${id}`, { data: { isLive: true } })).status()).toBe(200)
  const viewer = secondMember.page
  const visitor = await (await browser.newContext()).newPage()
  for (const page of [viewer, visitor, member.page]) {
    await page.goto(`/stream/${id}`)
    await expect(page.getByRole('heading', { name: 'Before' })).toBeVisible()
  }
  await expect(viewer.getByRole('button', { name: 'Edit stream' })).toBeHidden()

  const { page } = member
  await page.getByRole('button', { name: 'Edit stream' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit stream' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Before')
  await expect(dialog.getByLabel('Category')).toHaveValue('Gaming')
  await checkAndPhotograph(page, 'stream-edit')
  await dialog.getByLabel('Title').fill('After')
  await dialog.getByLabel('Category').selectOption('Just Chatting')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit stream' })).toBeFocused()
  for (const each of [page, viewer, visitor]) {
    await expect(each.getByRole('heading', { name: 'After' })).toBeVisible()
    await expect(each.getByText('Just Chatting')).toBeVisible()
    await expect(each).toHaveTitle(/^After/)
  }

  await page.getByRole('button', { name: 'Edit stream' }).click()
  await dialog.getByRole('switch', { name: 'Public stream' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(visitor.getByRole('heading', { name: 'Stream Not Found' })).toBeVisible()
  await expect(viewer.getByRole('heading', { name: 'After' })).toBeVisible()
  expect((await page.request.put(`/api/streams/${id}`, { data: { isLive: false } })).status()).toBe(200)
  await visitor.context().close()
})

test('an owner deletes a stream, and open pages of it show that it does not exist', async ({
  member,
  secondMember,
}) => {
  const { id } = await createStream(member.page, { title: 'To be deleted' })
  const [{ page }, viewer] = [member, secondMember.page]
  for (const each of [viewer, page]) await each.goto(`/stream/${id}`)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Delete stream' })).toBeHidden()

  await page.getByRole('button', { name: 'Delete stream' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete “To be deleted”?' })
  await checkAndPhotograph(page, 'stream-delete')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Delete stream' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete stream' }).click()
  await dialog.getByRole('button', { name: 'Delete stream' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText('Stream deleted')).toBeVisible()
  await expect(viewer.getByRole('heading', { name: 'Stream Not Found' })).toBeVisible()
  await page.getByRole('tab', { name: 'Streams' }).click()
  await expect(page.getByText('To be deleted')).toBeHidden()
})

test('a like updates the count on every page, and the link can be shared', async ({
  member,
  secondMember,
}) => {
  const { id, title } = await createStream(member.page)
  const viewer = secondMember.page
  for (const page of [viewer, member.page]) await page.goto(`/stream/${id}`)
  await viewer.getByRole('button', { name: 'Like 0' }).click()
  await expect(viewer.getByRole('button', { name: 'Like 1', pressed: true })).toBeVisible()
  await expect(member.page.getByRole('button', { name: 'Like 1', pressed: false })).toBeVisible()
  await viewer.reload()
  await viewer.getByRole('button', { name: 'Like 1', pressed: true }).click()
  await expect(member.page.getByRole('button', { name: 'Like 0' })).toBeVisible()

  await viewer.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await viewer.getByRole('button', { name: 'Share' }).press('Enter')
  const sheet = viewer.getByRole('dialog', { name: 'Share this stream' })
  await checkAndPhotograph(viewer, 'stream-share')
  await sheet.getByRole('button', { name: 'Copy link' }).press('Enter')
  await expect(sheet.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await viewer.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/stream/${id}$`))
  await expect(sheet.getByRole('link', { name: 'E-mail' })).toHaveAttribute(
    'href',
    new RegExp(encodeURIComponent(title)),
  )
  await viewer.keyboard.press('Escape')
  await expect(viewer.getByRole('button', { name: 'Share' })).toBeFocused()
})
