import { randomUUID } from 'node:crypto'
import { createPost, expect, test } from './support/fixtures.ts'
import { postOf } from './support/posting.ts'

test('what a member does in one tab shows in its other one', async ({ member, secondMember }) => {
  const content = `Woven ${randomUUID()}`
  const post = await createPost(secondMember.page, { content })
  const [one, other] = [member.page, await member.context.newPage()]
  await one.goto(`/post/${post.id}`)
  await other.goto('/')
  const card = postOf(other, content)
  await expect(card).toBeVisible()
  await one.getByRole('button', { name: /^Like/ }).click()
  await expect(card.getByRole('button', { name: 'Like 1', pressed: true })).toBeVisible()
  await card.getByRole('button', { name: 'Like 1' }).click()
  await expect(one.getByRole('button', { name: /^Like/, pressed: false })).toBeVisible()
  await one.getByRole('button', { name: 'Treasure' }).click()
  await expect(card.getByRole('button', { name: 'Treasure', pressed: true })).toBeVisible()

  await other.goto('/profile')
  const following = other.getByRole('term').filter({ hasText: 'Following' }).locator('..')
  await expect(following).toContainText('0')
  await one.goto(`/profile/${secondMember.user.id}`)
  await one.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(following).toContainText('1')
})
