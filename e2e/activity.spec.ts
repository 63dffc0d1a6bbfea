import type { Page } from '@playwright/test'
import { post as postOf } from '#shared/posts.ts'
import { axeCheck, createStream, expect, type Member, photograph, test } from './support/fixtures.ts'

const PHONE = { width: 390, height: 844 }

const bell = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' })
const rows = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')

test('what others do appears at the bell without a reload, and reading it clears every page', async ({
  member,
  secondMember,
}) => {
  const { page } = member
  await page.setViewportSize(PHONE)
  const postId = await write(member, 'Egusi tonight')
  await page.goto('/')
  const other = await member.context.newPage()
  await other.setViewportSize(PHONE)
  await other.goto('/discover')
  await expect(bell(page)).toHaveAccessibleName('Activity')

  await act(secondMember, `/api/posts/${postId}/like`)
  await expect(bell(page)).toHaveAccessibleName(/^1 unread notification\s*Activity$/)
  await expect(bell(other)).toHaveAccessibleName(/^1 unread notification/)
  await act(secondMember, `/api/users/${member.user.id}/follow`)
  await write(secondMember, `Are you there, @${member.user.handle}?`)
  await act(secondMember, `/api/posts/${postId}/comments`, { content: 'Save me some' })
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
  // Marked as new while one looks, told as read to every page.
  await expect(rows(page).nth(0)).toContainText('New')
  await expect(bell(other)).toHaveAccessibleName('Activity')
  await expect(bell(page)).toHaveAccessibleName('Activity')
  await page.reload()
  await expect(rows(page)).toHaveCount(4)
  await expect(page.getByText('New', { exact: true })).toHaveCount(0)
})

test('what comes while one reads waits above the list; taken back, it is gone', async ({
  member,
  secondMember,
}) => {
  const { page } = member
  const [first, second] = [await write(member, 'First'), await write(member, 'Second')]
  await act(secondMember, `/api/posts/${first}/like`)
  await page.goto('/activity')
  await expect(rows(page)).toHaveCount(1)
  const before = await rows(page).first().boundingBox()
  await act(secondMember, `/api/posts/${second}/like`)
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  expect(await rows(page).first().boundingBox()).toEqual(before)
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Second')

  await act(secondMember, `/api/posts/${second}/like`, { liked: false })
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
})

test('a follower hears when somebody goes live, goes there, and hears no more of a kind it does not want', async ({
  member,
  secondMember,
}) => {
  const { page } = member
  await act(member, `/api/users/${secondMember.user.id}/follow`)
  await page.goto('/activity')
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  await photograph(page, 'activity-empty')
  const stream = await createStream(secondMember.page, { title: 'Sunday choir' })
  await setLive(secondMember, stream.id, true)
  await expect(rows(page).first()).toContainText('is live')
  await expect(rows(page).first()).toContainText('LIVE')
  await setLive(secondMember, stream.id, false)
  await expect(rows(page).first()).toContainText('was live')
  await rows(page).first().getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/stream/${stream.id}$`))

  const answer = await member.context.request.put('/api/auth/preferences', {
    data: { notifications: { like: false } },
  })
  expect(answer.status()).toBe(200)
  const postId = await write(member, 'Like me quietly')
  await act(secondMember, `/api/posts/${postId}/like`)
  await act(secondMember, `/api/users/${member.user.id}/follow`)
  await page.goto('/activity')
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('liked your post')).toHaveCount(0)
})

test('the page is read and left with the keyboard alone, and by everyone', async ({
  member,
  secondMember,
}) => {
  const { page } = member
  const postId = await write(
    member,
    'Ẹ kú iṣẹ́ to everyone who joined the aṣọ òkè session last night. Forty of us!',
  )
  await act(secondMember, `/api/posts/${postId}/like`)
  await act(secondMember, `/api/users/${member.user.id}/follow`)
  const stream = await createStream(secondMember.page, {
    title: 'Sunday stew and stories: egusi, slow and easy',
  })
  await act(member, `/api/users/${secondMember.user.id}/follow`)
  await setLive(secondMember, stream.id, true)
  await expect
    .poll(async () => (await member.context.request.get('/api/notifications/unread')).json())
    .toEqual({ unreadCount: 3 })
  await page.goto('/activity')
  await expect(rows(page)).toHaveCount(3)
  await photograph(page, 'activity')
  await axeCheck(page)

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Tab')
  const markAll = page.getByRole('button', { name: 'Mark all as read' })
  if (await markAll.isVisible()) await page.keyboard.press('Tab')
  await expect(rows(page).nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/profile/${secondMember.user.id}$`))
  await page.goBack()
  await expect(rows(page)).toHaveCount(3)
})

async function act(who: Member, path: string, data?: object): Promise<void> {
  const response = await who.context.request.post(path, data && { data })
  expect(response.ok(), await response.text()).toBe(true)
}

async function write(who: Member, content: string): Promise<string> {
  const response = await who.context.request.post('/api/posts', { data: { content } })
  expect(response.ok(), await response.text()).toBe(true)
  return postOf.parse(await response.json()).id
}

async function setLive(who: Member, streamId: string, isLive: boolean): Promise<void> {
  const response = await who.context.request.put(`/api/streams/${streamId}`, { data: { isLive } })
  expect(response.ok(), await response.text()).toBe(true)
}
