import type { Locator, Page } from '@playwright/test'
import {
  type Member,
  axeCheck,
  createPost,
  createStream,
  expect,
  photograph,
  signUp,
  test,
} from './support/fixtures.ts'
import { postCard } from './support/posting.ts'

const nameOf = ({ user }: Pick<Member, 'user'>) => `${user.firstName} ${user.lastName}`

// A stream without a broadcast stays live for the grace period, which must be longer than the story.
test.use({ appEnv: { LIVE_GRACE_SECONDS: '600' } })

async function setLive({ page }: Member, streamId: string, isLive: boolean): Promise<void> {
  expect((await page.request.put(`/api/streams/${streamId}`, { data: { isLive } })).status()).toBe(200)
}

async function setPublic({ page }: Member, streamId: string, isPublic: boolean): Promise<void> {
  const data = { settings: { isPublic } }
  expect((await page.request.put(`/api/streams/${streamId}`, { data })).status()).toBe(200)
}

const ring = (scope: Locator) => scope.locator('.live-arc').first()
const liveNow = (page: Page) => page.getByRole('link', { name: /^Live now: / })

test('open pages show who is live, from the start of a public stream to its end', async ({
  browser,
  member: creator,
  secondMember: fan,
}) => {
  const [content, title] = [`Warm up ${Date.now()}`, `Evening songs ${Date.now()}`]
  await createPost(creator.page, { content })
  const { id } = await createStream(creator.page, { title })
  const follow = `/api/users/${creator.user.id}/follow`
  expect((await fan.page.request.post(follow, { data: { following: true } })).status()).toBe(200)

  // Four open pages: the feed of a follower, the profile, the own profile, and the search of a third member.
  const profile = await fan.context.newPage()
  const stranger = await browser.newContext()
  await signUp(stranger)
  const people = await stranger.newPage()
  await fan.page.goto('/')
  await profile.goto(`/profile/${creator.user.id}`)
  await creator.page.goto('/profile')
  await people.goto(`/search?q=${creator.user.lastName}`)
  const card = postCard(fan.page, content)
  const row = people
    .getByRole('listitem')
    .filter({ hasText: nameOf(creator) })
    .first()
  await expect(card).toBeVisible()
  await expect(row).toBeVisible()
  await expect(profile.getByRole('heading', { level: 1, name: nameOf(creator) })).toBeVisible()
  await expect(creator.page.getByRole('heading', { level: 1, name: nameOf(creator) })).toBeVisible()

  const expectLive = async () => {
    await expect(ring(card)).toBeVisible()
    await expect(card.getByText('Live now')).toBeAttached()
    await expect(ring(row)).toBeVisible()
    for (const page of [profile, creator.page]) {
      await expect(liveNow(page)).toHaveText(`Live now: ${title} Watch`)
      await expect(
        page.getByRole('main').locator('.live-arc').filter({ visible: true }).first(),
      ).toBeVisible()
    }
    await expect(creator.page.getByRole('banner').locator('.live-arc').first()).toBeVisible()
  }
  const expectOffline = async () => {
    for (const page of [fan.page, profile, creator.page, people])
      await expect(page.getByRole('main').locator('.live-arc')).toHaveCount(0)
    for (const page of [profile, creator.page]) await expect(liveNow(page)).toHaveCount(0)
  }
  await expectOffline()
  await setLive(creator, id, true)
  await expectLive()
  await axeCheck(profile)
  await photograph(profile, 'profile-live')
  await photograph(fan.page, 'feed-live')

  // Nobody hears of a private stream, and all hear of it when it is public again.
  await setPublic(creator, id, false)
  await expectOffline()
  await profile.reload()
  await expect(profile.getByRole('heading', { level: 1, name: nameOf(creator) })).toBeVisible()
  await expectOffline()
  await setPublic(creator, id, true)
  await expectLive()

  await setLive(creator, id, false)
  await expectOffline()

  await setLive(creator, id, true)
  await liveNow(profile).click()
  await expect(profile).toHaveURL(`/stream/${id}`)
  await stranger.close()
})

test('a member who is live is the first among the people of Discover and the suggestions', async ({
  member: creator,
  secondMember: fan,
}) => {
  const { id } = await createStream(creator.page)
  await setLive(creator, id, true)
  await fan.page.goto('/discover')
  const firstPerson = fan.page
    .getByRole('listitem')
    .filter({ has: fan.page.getByRole('button', { name: /Follow/ }) })
    .first()
  await expect(firstPerson).toContainText(nameOf(creator))
  await expect(ring(firstPerson)).toBeVisible()
  await fan.page.goto('/')
  const suggested = fan.page.getByRole('region', { name: 'Suggested for You' })
  await expect(suggested.getByRole('listitem').first()).toContainText(nameOf(creator))
  await expect(ring(suggested.getByRole('listitem').first())).toBeVisible()
  await setLive(creator, id, false)
  await expect(suggested.locator('.live-arc')).toHaveCount(0)
})
