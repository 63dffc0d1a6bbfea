import type { Page } from '@playwright/test'
import { saveSetting } from '../src/shared/operations/admin-settings.ts'
import { signIn } from '../src/shared/accounts/auth.ts'
import { displayName } from '../src/shared/accounts/users.ts'
import { checkAndPhotograph, expect, test } from './support/fixtures.ts'

/** Changes settings of the whole site, so it needs an app that no other test uses. */
test.use({ appEnv: { LOG_LEVEL: 'warn' } })

const WAITING = 'Waiting for review. Only you see it until a moderator has approved it.'

async function publish(page: Page, text: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Share Your Story' }).first().click()
  const composer = page.getByRole('dialog', { name: 'Share Your Story' })
  await composer.getByRole('textbox').fill(text)
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
}

test('a post and a comment with a held word wait, are approved or removed, and their author sees it at once', async ({
  admin,
  browser,
  member,
  secondMember: reader,
}) => {
  const moderator = await (await browser.newContext()).newPage()
  await moderator.request.post(signIn.path, { data: { email: admin.email, password: admin.password } })
  const setting = { key: 'community.heldWords', value: 'miracle cure' }
  expect((await moderator.request.post(saveSetting.path, { data: setting })).ok()).toBe(true)
  const { page } = member
  const text = 'A Miracle-Cure from my grandmother'
  await publish(page, text)
  await expect(page.getByText('Your post is waiting for review')).toBeVisible()
  const post = page.getByRole('article').filter({ hasText: text })
  await expect(post.getByText(WAITING)).toBeVisible()
  await page.reload()
  await expect(post.getByText(WAITING)).toBeVisible()
  await checkAndPhotograph(page, 'held-post', { dark: true })
  await reader.page.goto('/')
  await expect(reader.page.getByRole('heading', { name: 'Community Pulse' })).toBeVisible()
  await expect(reader.page.getByText(text)).toBeHidden()

  await moderator.goto('/moderation')
  await expect(moderator.getByText('Held for “Miracle-Cure”')).toBeVisible()
  await checkAndPhotograph(moderator, 'held-queue', { dark: true })
  await moderator.getByRole('link', { name: `Post by ${displayName(member.user)}` }).click()
  await expect(moderator.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect(moderator.getByRole('button', { name: 'Warn' })).toBeHidden()
  await checkAndPhotograph(moderator, 'held-case', { dark: true })
  await moderator.getByRole('button', { name: 'Approve' }).click()
  await moderator.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(moderator.getByText('Approved').first()).toBeVisible()
  await expect(post.getByText(WAITING)).toBeHidden()
  await expect(post.getByRole('button', { name: 'Like' })).toBeVisible()
  await reader.page.reload()
  await expect(reader.page.getByText(text)).toBeVisible()

  await post.getByRole('link', { name: 'Comments' }).click()
  await page.getByRole('textbox', { name: 'Your comment' }).fill('More miracle cure here')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText(WAITING)).toBeVisible()
  await checkAndPhotograph(page, 'held-comment', { dark: true })
  await moderator.goto('/moderation')
  await moderator.getByRole('link', { name: `Comment by ${displayName(member.user)}` }).click()
  await moderator.getByRole('button', { name: 'Remove' }).click()
  const dialog = moderator.getByRole('dialog')
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('More miracle cure here')).toBeHidden()
  await page.goto('/activity')
  await expect(page.getByRole('link', { name: /A moderator removed your comment/ })).toBeVisible()
})
