import { displayName } from '../src/shared/accounts/users.ts'
import { chooseMessageAction, messageOf, openChat, sendMessage } from './support/chatting.ts'
import { checkAndPhotograph, createPost, expect, signUp, test } from './support/fixtures.ts'

test('a blocked member’s posts, comments and chat vanish both ways at once, and come back after an unblock', async ({
  browser,
  member,
  page,
}) => {
  const { user: me } = await signUp(page)
  const { user: other } = member
  const mine = await createPost(page, { content: 'What I wrote before' })
  const theirs = await createPost(member.page, { content: 'What they wrote before' })
  const streamer = await (await browser.newContext()).newPage()
  await signUp(streamer)
  // The feeds of both are open meanwhile.
  const [myFeed, theirFeed] = [await page.context().newPage(), await member.context.newPage()]
  for (const feed of [myFeed, theirFeed]) await feed.goto('/')
  await expect(myFeed.getByText(theirs.content)).toBeVisible()
  await expect(theirFeed.getByText(mine.content)).toBeVisible()
  await openChat(streamer, page, member.page)
  await sendMessage(page, 'Good evening from me')
  await sendMessage(member.page, 'Good evening from them')
  await expect(messageOf(page, 'Good evening from them')).toBeVisible()

  await chooseMessageAction(page, 'Good evening from them', 'Block')
  const dialog = page.getByRole('alertdialog', { name: `Block ${displayName(other)}?` })
  await checkAndPhotograph(page, 'block-dialog', { dark: true })
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText(`${displayName(other)} is blocked`)).toBeVisible()
  await expect(messageOf(page, 'Good evening from them')).toBeHidden()
  await expect(messageOf(member.page, 'Good evening from me')).toBeHidden()
  await expect(myFeed.getByText(theirs.content)).toBeHidden()
  await expect(theirFeed.getByText(mine.content)).toBeHidden()
  // What either writes from now on still reaches everyone else.
  await sendMessage(member.page, 'Later, from them')
  await expect(messageOf(streamer, 'Later, from them')).toBeVisible()
  await sendMessage(page, 'Later, from me')
  await expect(messageOf(page, 'Later, from them')).toBeHidden()
  await expect(messageOf(member.page, 'Later, from me')).toBeHidden()

  await myFeed.goto(`/profile/${other.id}`)
  await expect(myFeed.getByText(`You have blocked ${displayName(other)}`)).toBeVisible()
  await theirFeed.goto(`/profile/${me.id}`)
  await expect(theirFeed.getByText('Nothing to see here')).toBeVisible()
  await checkAndPhotograph(theirFeed, 'profile-hidden', { dark: true })
  await page.goto('/preferences')
  await page.getByRole('button', { name: `Unblock ${displayName(other)}` }).scrollIntoViewIfNeeded()
  await checkAndPhotograph(page, 'preferences-blocked')
  await page.getByRole('button', { name: `Unblock ${displayName(other)}` }).click()
  await expect(page.getByText("You haven't blocked anyone.")).toBeVisible()
  await expect(myFeed.getByText(theirs.content)).toBeVisible()
})

test('a mute hides a member on the pages of one user, without a notification', async ({ member, page }) => {
  await signUp(page)
  const name = displayName(member.user)
  const post = await createPost(member.page, { content: 'Said every single day' })
  await page.goto('/')
  await member.page.goto('/')
  const card = page.getByRole('article').filter({ hasText: post.content })
  await card.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Mute' }).click()
  await expect(page.getByText(`${name} is muted: only you notice`)).toBeVisible()
  await expect(card).toBeHidden()
  await page.goto('/preferences')
  await expect(page.getByRole('button', { name: `Unmute ${name}` })).toBeVisible()
  // Its link still opens it.
  await page.goto(`/post/${post.id}`)
  await expect(page.getByText(post.content)).toBeVisible()
})
