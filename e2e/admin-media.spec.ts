import type { Page } from '@playwright/test'
import { signIn } from '../src/shared/accounts/auth.ts'
import { displayName } from '../src/shared/accounts/users.ts'
import type { SignedUp } from '../src/server/testing/user-actions.ts'
import { checkAndPhotograph, createPost, expect, photographWindow, test } from './support/fixtures.ts'
import { makePng, postCard } from './support/posting.ts'
import { storePublishedVideo } from './support/stored-videos.ts'

const signInAs = ({ email, password }: SignedUp, page: Page) =>
  page.request.post(signIn.path, { data: { email, password } })
const dataUrl = async (width: number, height: number) =>
  `data:image/png;base64,${(await makePng(width, height)).toString('base64')}`
const cards = (page: Page) => page.getByRole('article')

/** The stories of a worker share the site. */
const TEXT = 'Cloth from Kumasi, folded twice'

test('an admin describes a picture on a phone, finds it again, and deletes it from the open page of a member', async ({
  admin,
  member,
  secondMember,
  page,
}) => {
  await createPost(member.page, { content: TEXT, mediaUrl: await dataUrl(900, 600) })
  await createPost(secondMember.page, { content: 'At home', mediaUrl: await dataUrl(640, 640) })
  await secondMember.page.goto('/')
  const picture = postCard(secondMember.page, TEXT).locator('img[srcset]')
  await expect(picture).toBeVisible()

  await signInAs(admin, page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/media?kind=post&userId=${member.user.id}`)
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByText(`Member: ${displayName(member.user)}`)).toBeVisible()
  await cards(page)
    .getByRole('button', { name: /^Details of / })
    .press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: `the post “${TEXT}”` })).toBeVisible()
  await dialog.getByLabel('Tags').fill('Market, no licence, market')
  await dialog.getByLabel('Description').fill('Asked for <b>consent</b>')
  await photographWindow(page, 'admin-media-details')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Media updated')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.goto('/admin/media')
  await expect(cards(page).nth(1)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('LICENCE')
  await expect(cards(page)).toHaveCount(1)
  await cards(page)
    .getByRole('button', { name: /^Details of / })
    .click()
  await expect(dialog.getByLabel('Tags')).toHaveValue('market, no licence')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Media deleted')).toBeVisible()
  await expect(page.locator(':focus')).toContainText('No media matches')
  await expect(page.getByRole('heading', { name: 'No media matches' })).toBeVisible()
  await expect(picture).toHaveCount(0)
  await expect(postCard(secondMember.page, TEXT)).toBeVisible()
  await page.goto(`/admin/users/${member.user.id}`)
  await expect(page.getByText('deleted the file', { exact: false })).toBeVisible()
})

test('the library and the storage report show what each member stores', async ({
  admin,
  app,
  member,
  page,
}) => {
  const videoId = await storePublishedVideo(app, member.user.id, 'Drum lesson')
  await createPost(member.page, { content: 'At the market', mediaUrl: await dataUrl(900, 600) })
  await signInAs(admin, page)
  await page.goto('/admin/media')
  await cards(page).filter({ hasText: 'Drum lesson' }).getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: 'the video “Drum lesson”' })).toHaveAttribute(
    'href',
    `/video/${videoId}`,
  )
  await dialog.getByRole('button', { name: `All media of ${displayName(member.user)}` }).click()
  await expect(cards(page)).toHaveCount(2)
  await checkAndPhotograph(page, 'admin-media', { dark: true })

  await page.getByRole('tab', { name: 'Storage' }).click()
  await expect(page.getByRole('row', { name: /^Videos/ })).toBeVisible()
  await expect(page.getByRole('list').getByRole('link', { name: displayName(member.user) })).toBeVisible()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('The check has started')).toBeVisible()
  await expect(page.getByText('None were found.')).toBeVisible()
  await checkAndPhotograph(page, 'admin-media-storage', { dark: true })
})
