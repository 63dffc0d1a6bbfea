import type { Browser, Page } from '@playwright/test'
import { updateProfile } from '#shared/community/profile.ts'
import { createPost } from '#shared/community/posts.ts'
import { updateStream } from '#shared/live/streams.ts'
import {
  axeCheck,
  createStream,
  expect,
  type Member,
  photograph,
  photographWindow,
  signUp,
  test,
} from './support/fixtures.ts'

// The app of pages.spec.ts, which updates its counts at once.
test.use({ appEnv: { COUNTS_SECONDS: '0.05' } })

const liveStreams: { member: Member; address: string }[] = []

test.afterEach(async () => {
  for (const { member, address } of liveStreams.splice(0))
    await member.page.request.put(address, { data: { isLive: false } })
})

test('the search text "folake" finds Fọlákẹ́, with the keyboard alone', async ({ member, browser }) => {
  const folake = await signUpMember(browser, { firstName: 'Fọlákẹ́', lastName: 'Adéyẹmí' })
  const { page } = member
  await page.goto('/')
  const field = page.getByRole('combobox', { name: 'Search creators, streams, tags' })
  await field.focus()
  await page.keyboard.type('folake')
  const option = page.getByRole('option', { name: /Fọlákẹ́ Adéyẹmí/ })
  await expect(option).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
  await axeCheck(page, { dark: true, headerAndFooter: true })
  await photographWindow(page, 'search-suggestions-1440-light')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/profile/${folake.user.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fọlákẹ́ Adéyẹmí')
  await folake.close()
})

test('Enter shows results of all kinds together, and tabs show each kind alone', async ({
  member,
  secondMember,
}) => {
  const { page } = secondMember
  await rename(member, 'Ọdúnayọ̀')
  await publishPost(member, 'Odunayo is at the loom again. #NaturalDye')
  const id = await goLive(member, { title: 'Odunayo dyes indigo' })
  await page.goto('/')
  await page.getByRole('combobox', { name: /^Search/ }).fill('ODÚNAYO')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for ODÚNAYO')
  await expect(page).toHaveTitle('ODÚNAYO · Search · Creative Wave')
  const results = page.getByRole('tabpanel')
  await expect(results.getByRole('link', { name: /^Ọdúnayọ̀/ }).first()).toBeVisible()
  await expect(results.getByRole('article')).toContainText('is at the loom again')
  await expect(results.getByRole('link', { name: /Odunayo dyes indigo/ })).toHaveAttribute(
    'href',
    `/stream/${id}`,
  )
  await axeCheck(page)
  await photograph(page, 'search')
  await results.getByRole('button', { name: 'Follow' }).click()
  await expect(results.getByRole('button', { name: 'Following' })).toBeVisible()
  await page.getByRole('tab', { name: 'Posts' }).click()
  await expect(page).toHaveURL(/\?q=.*&tab=posts$/)
  await expect(results.getByRole('article')).toHaveCount(1)
  await expect(results.getByText('No more results.')).toBeVisible()
  await results.getByRole('link', { name: '#NaturalDye' }).click()
  await expect(page).toHaveURL('/search?q=%23NaturalDye')
  await expect(page.getByRole('tab', { name: 'Posts' })).toHaveAttribute('aria-selected', 'true')
  await expect(results.getByRole('article')).toContainText('#NaturalDye')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for ODÚNAYO')
  await page.getByRole('combobox', { name: /^Search/ }).fill('xyzzy nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await axeCheck(page)
  await photograph(page, 'search-nothing')
})

test('home counts hashtags and creators, and links to both', async ({ member, secondMember }) => {
  await publishPost(member, 'Tonight: #AmapianoNights')
  await publishPost(secondMember, '#amapianonights again, and #AmapianoNights')
  await goLiveAndEnd(member, { title: 'Egusi, slow and easy', category: 'Cooking & Culture' })
  const { page } = member
  await page.goto('/')
  const trending = page.getByRole('region', { name: 'Trending Now' })
  await expect(trending.getByRole('link', { name: /#AmapianoNights 2 posts/ })).toBeVisible()
  const tile = page.getByRole('region', { name: 'Cultural Movements' }).getByRole('link')
  await expect(tile).toHaveCount(4)
  await expect(tile.nth(2)).toHaveText(/^Culinary Arts1 creator$/)
  await trending.getByRole('link', { name: /#AmapianoNights/ }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.goBack()
  await tile.nth(2).click()
  await expect(page).toHaveURL('/discover?category=Culinary+Arts')
  await expect(page.getByRole('region', { name: 'Recent streams' })).toContainText('Egusi, slow and easy')
})

test('visitors discover by movement, category, region and interest', async ({ page, member, browser }) => {
  const salsa = await signUpMember(browser, { firstName: 'Joaquín', lastName: 'Mosquera' })
  await salsa.request.put(updateProfile.path, {
    data: { heritageRegion: 'Afro-Latin', collaborationTags: ['dance'] },
  })
  await goLive(member, { title: 'Keys and one old amp', category: 'Afrobeats & Music' })
  await page.goto('/discover')
  await expect(page).toHaveTitle('Worldwide Diaspora Discoveries · Creative Wave')
  const live = page.getByRole('region', { name: 'Live Creators' })
  await expect(live.getByRole('link', { name: /Keys and one old amp/ })).toBeVisible()
  await axeCheck(page)
  await photograph(page, 'discover-all')
  const filter = page.getByRole('navigation', { name: 'What to show' })
  await filter.getByRole('link', { name: 'Gaming Culture' }).click()
  await expect(live).toContainText('No one is live in Gaming Culture right now.')
  await filter.getByRole('link', { name: 'Afrobeats & Soul' }).click()
  await expect(live.getByRole('link', { name: /Keys and one old amp/ })).toBeVisible()
  await filter.getByRole('combobox', { name: 'Category' }).selectOption('Caribbean Vibes')
  await expect(page).toHaveURL('/discover?category=Caribbean+Vibes')
  await expect(live).toContainText('No one is live in Caribbean Vibes right now.')
  await filter.getByRole('link', { name: 'Everything' }).click()
  const people = page.getByRole('region', { name: 'People' })
  await people.getByRole('combobox', { name: 'Heritage region' }).selectOption('Afro-Latin')
  await people.getByRole('combobox', { name: 'Interest' }).selectOption('dance')
  await expect(page).toHaveURL('/discover?region=Afro-Latin&tag=dance')
  await expect(people.getByRole('listitem')).toHaveText([/Joaquín Mosquera/])
  await page.reload()
  await expect(people.getByRole('link', { name: 'Joaquín Mosquera' })).toBeVisible()
  await people.getByRole('combobox', { name: 'Interest' }).selectOption('comedy')
  await expect(people).toContainText('No members found')
  await page.goBack()
  await expect(people.getByRole('listitem')).toHaveCount(1)
  await salsa.close()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/discover?category=Knowledge+%26+Growth')
  const expectChosenInView = (name: string) =>
    expect(filter.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await expectChosenInView('Knowledge & Growth')
  await filter.getByRole('link', { name: 'Culinary Arts', exact: true }).click()
  await expectChosenInView('Culinary Arts')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

/** Signs a user up in a new context without a page. */
async function signUpMember(browser: Browser, names: { firstName: string; lastName: string }) {
  const context = await browser.newContext()
  const signedUp = await signUp(context, names)
  return { ...signedUp, request: context.request, close: () => context.close() }
}

async function rename({ page }: Member, firstName: string): Promise<void> {
  expect((await page.request.put(updateProfile.path, { data: { firstName } })).ok()).toBe(true)
}

async function publishPost({ page }: { page: Page }, content: string): Promise<void> {
  expect((await page.request.post(createPost.path, { data: { content } })).status()).toBe(201)
}

async function goLive(member: Member, overrides: Parameters<typeof createStream>[1]): Promise<string> {
  const { id } = await createStream(member.page, overrides)
  const address = updateStream.path.replace(':id', id)
  expect((await member.page.request.put(address, { data: { isLive: true } })).ok()).toBe(true)
  liveStreams.push({ member, address })
  return id
}

async function goLiveAndEnd(member: Member, overrides: Parameters<typeof createStream>[1]): Promise<void> {
  await goLive(member, overrides)
  const { address } = liveStreams.pop() ?? { address: '' }
  await member.page.request.put(address, { data: { isLive: false } })
}
