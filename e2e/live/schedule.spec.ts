import { expect, checkAndPhotograph, type Member, test } from '../support/fixtures.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Tomorrow at this time, as local time for the form's `datetime-local` input. */
const tomorrow = (page: Member['page']) =>
  page.evaluate((day) => {
    const at = new Date(Date.now() + day)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, DAY_MS)

test('a member announces a stream, another finds it and sets a reminder, and is notified of the start', async ({
  browser,
  member,
  secondMember,
}) => {
  const { page } = member
  const title = `Announced ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/stream/create')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').selectOption('Poetry & Spoken Word')
  const time = page.getByLabel(/^Date and time/)
  await time.fill('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Create Stream' }).click()
  await expect(page.getByText('This time is past. Choose one that is still to come.').first()).toBeVisible()
  await expect(time).toHaveAttribute('aria-invalid', 'true')
  await time.fill(await tomorrow(page))
  await checkAndPhotograph(page, 'stream-create-announced')
  await page.getByRole('button', { name: 'Create Stream' }).click()
  await expect(page.getByRole('heading', { name: 'Coming up' })).toBeVisible()
  await expect(page.getByText('Starts in 23 hours')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remind me' })).toBeHidden()
  const address = new URL(page.url()).pathname

  const viewer = secondMember.page
  await viewer.goto('/discover?category=Poetry+%26+Spoken+Word')
  await viewer.getByRole('region', { name: 'Coming up' }).getByRole('link', { name: title }).click()
  await expect(viewer).toHaveURL(new RegExp(`${address}$`))
  for (const city of ['Lagos', 'Salvador', 'Kingston', 'Paris'])
    await expect(viewer.getByRole('term').filter({ hasText: city })).toBeVisible()
  await viewer.getByRole('button', { name: 'Remind me' }).click()
  await expect(viewer.getByText('1 person set a reminder')).toBeVisible()
  await checkAndPhotograph(viewer, 'stream-announced')
  const download = viewer.waitForEvent('download')
  await viewer.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toMatch(/^stream-.*\.ics$/)
  await viewer.reload()
  await expect(viewer.getByRole('button', { name: 'Reminder set' })).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(address)
  await expect(visitor.getByRole('link', { name: 'Remind me' })).toHaveAttribute('href', /\/api\/login/)
  await visitor.context().close()

  const soon = new Date(Date.now() + 120_000).toISOString()
  const path = `/api/streams/${address.split('/').at(-1)}`
  expect((await page.request.put(path, { data: { scheduledFor: soon } })).status()).toBe(200)
  await viewer.goto('/')
  // At the top of home while nobody is live, else beside the feed.
  await expect(viewer.getByRole('main').getByRole('link', { name: title })).toBeVisible()
  await checkAndPhotograph(viewer, 'home-coming-up')
  await viewer.goto(`/profile/${member.user.id}?tab=streams`)
  await expect(viewer.getByRole('link', { name: title })).toContainText(/Starts /)

  expect((await page.request.put(path, { data: { isLive: true } })).status()).toBe(200)
  await expect(viewer.getByRole('link', { name: /Activity.*1/ }).first()).toBeVisible()
  await viewer.goto('/activity')
  await expect(viewer.getByRole('link', { name: title })).toContainText('is live')
  expect((await page.request.put(path, { data: { isLive: false } })).status()).toBe(200)
})
