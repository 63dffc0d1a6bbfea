import type { Locator, Page } from '@playwright/test'
import { post as postOf } from '#shared/community/posts.ts'
import { axeCheck, createStream, expect, type Member, photograph, test } from './support/fixtures.ts'

const PHONE = { width: 390, height: 844 }

const bell = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' })
const rows = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')

/** The vertical distance between two elements, in px; negative if the first one covers the second one. */
async function gapBetween(above: Locator, below: Locator): Promise<number> {
  const [first, second] = await Promise.all([above.boundingBox(), below.boundingBox()])
  return first && second ? second.y - (first.y + first.height) : Number.NaN
}

test('notifications appear at the bell without a reload, and reading them clears the bell of every page', async ({
  member,
  secondMember,
}) => {
  const { page } = member
  await page.setViewportSize(PHONE)
  const postId = await publishPost(member, 'Egusi tonight')
  await page.goto('/')
  const other = await member.context.newPage()
  await other.setViewportSize(PHONE)
  await other.goto('/discover')
  await expect(bell(page)).toHaveAccessibleName('Activity')

  await post(secondMember, `/api/posts/${postId}/like`)
  await expect(bell(page)).toHaveAccessibleName(/^1 unread notification\s*Activity$/)
  await expect(bell(other)).toHaveAccessibleName(/^1 unread notification/)
  await post(secondMember, `/api/users/${member.user.id}/follow`)
  await publishPost(secondMember, `Are you there, @${member.user.handle}?`)
  await post(secondMember, `/api/posts/${postId}/comments`, { content: 'Save me some' })
  await expect(bell(page)).toHaveAccessibleName(/^4 unread/)

  await bell(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused()
  await expect(rows(page)).toHaveCount(4)
  const name = `Member ${secondMember.user.lastName}`
  await expect(rows(page).nth(0)).toContainText(`${name} commented on your post`)
  await expect(rows(page).nth(0)).toContainText('Save me some')
  await expect(rows(page).nth(1)).toContainText(`${name} mentioned you in a post`)
  await expect(rows(page).nth(2)).toContainText(`${name} follows you`)
  await expect(rows(page).nth(3)).toContainText(`${name} liked your post`)
  // Marked as new on the open page, and as read on every page.
  await expect(rows(page).nth(0)).toContainText('New')
  await expect(bell(other)).toHaveAccessibleName('Activity')
  await expect(bell(page)).toHaveAccessibleName('Activity')
  await page.reload()
  await expect(rows(page)).toHaveCount(4)
  await expect(page.getByText('New', { exact: true })).toHaveCount(0)

  // A new notification waits above the open list, and covers nothing.
  const second = await publishPost(member, 'Second')
  await post(secondMember, `/api/posts/${second}/like`)
  const pill = page.getByRole('button', { name: '1 new' })
  await expect(pill).toBeVisible()
  await expect.poll(() => gapBetween(pill, rows(page).first())).toBeGreaterThan(0)
  await pill.focus()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).first()).toContainText('Second')
  await expect(rows(page).first().getByRole('link')).toBeFocused()

  // Further down it overlays the list, which stays where it is.
  await page.setViewportSize({ width: 390, height: 400 })
  await rows(page).last().scrollIntoViewIfNeeded()
  const before = await rows(page).last().boundingBox()
  const third = await publishPost(member, 'Third')
  await post(secondMember, `/api/posts/${third}/like`)
  await expect(pill).toBeInViewport()
  expect(await rows(page).last().boundingBox()).toEqual(before)
})

test('a follower is notified of a live stream, and reads and leaves the page with the keyboard alone', async ({
  member,
  secondMember,
}) => {
  const { page } = member
  await post(member, `/api/users/${secondMember.user.id}/follow`)
  await page.goto('/activity')
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  await photograph(page, 'activity-empty')
  const stream = await createStream(secondMember.page, { title: 'Sunday choir' })
  await setLive(secondMember, stream.id, true)
  await expect(rows(page).first()).toContainText('is live')
  await expect(rows(page).first()).toContainText('LIVE')
  await photograph(page, 'activity')
  await axeCheck(page, { headerAndFooter: true })
  await setLive(secondMember, stream.id, false)
  await expect(rows(page).first()).toContainText('was live')

  await post(secondMember, `/api/users/${member.user.id}/follow`)
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('heading', { level: 1 }).focus()
  // What has been seen is marked as read, after which the button is gone.
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(rows(page).nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/stream/${stream.id}$`))
  await page.goBack()
  await expect(rows(page)).toHaveCount(2)
})

async function post(member: Member, path: string, data?: object): Promise<void> {
  const response = await member.context.request.post(path, data && { data })
  expect(response.ok(), await response.text()).toBe(true)
}

async function publishPost(member: Member, content: string): Promise<string> {
  const response = await member.context.request.post('/api/posts', { data: { content } })
  expect(response.ok(), await response.text()).toBe(true)
  return postOf.parse(await response.json()).id
}

async function setLive(member: Member, streamId: string, isLive: boolean): Promise<void> {
  const response = await member.context.request.put(`/api/streams/${streamId}`, { data: { isLive } })
  expect(response.ok(), await response.text()).toBe(true)
}
