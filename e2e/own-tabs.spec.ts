import { randomUUID } from 'node:crypto'
import { createPost, expect, test } from './support/fixtures.ts'
import { postCard } from './support/posting.ts'

test("what a member does in one tab shows in the member's other tab", async ({ member, secondMember }) => {
  const content = `Woven ${randomUUID()}`
  const post = await createPost(secondMember.page, { content })
  const [firstTab, secondTab] = [member.page, await member.context.newPage()]
  await firstTab.goto(`/post/${post.id}`)
  await secondTab.goto('/')
  const card = postCard(secondTab, content)
  await expect(card).toBeVisible()
  await firstTab.getByRole('button', { name: /^Like/ }).click()
  await expect(card.getByRole('button', { name: 'Like 1', pressed: true })).toBeVisible()
  await card.getByRole('button', { name: 'Like 1' }).click()
  await expect(firstTab.getByRole('button', { name: /^Like/, pressed: false })).toBeVisible()
  await firstTab.getByRole('button', { name: 'Treasure' }).click()
  await expect(card.getByRole('button', { name: 'Treasure', pressed: true })).toBeVisible()

  await secondTab.goto('/profile')
  const following = secondTab.getByRole('term').filter({ hasText: 'Following' }).locator('..')
  await expect(following).toContainText('0')
  await firstTab.goto(`/profile/${secondMember.user.id}`)
  await firstTab.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(following).toContainText('1')
})
