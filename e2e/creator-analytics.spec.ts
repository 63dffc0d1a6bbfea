import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { storeMembers, storeView } from '../src/server/features/studio/creator-analytics/test-queries.ts'
import { storeVideo } from '../src/server/features/videos/videos/test-queries.ts'
import type { AppUnderTest } from './support/app-under-test.ts'
import { givePro, withDatabase } from './support/creator-pro.ts'
import { axeCheck, checkAndPhotograph, expect, test } from './support/fixtures.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS).toISOString()

/**
 * Stores two videos. The first was watched by 12 members from Nigeria for ten minutes each yesterday, and by 3 visitors
 * two days ago; before the last 28 days, by 10 members. The second by one visitor today.
 */
async function storeKnownViews(app: AppUnderTest, creatorId: string): Promise<void> {
  await withDatabase(app, async (db) => {
    const published = { isPublished: true, publishedAt: new Date(daysAgo(40)), duration: 1200 }
    const first = await storeVideo(db, creatorId, { ...published, title: 'Market morning', viewsCount: 25 })
    const second = await storeVideo(db, creatorId, {
      ...published,
      publishedAt: new Date(daysAgo(2)),
      title: 'Àṣálẹ́ at the loom',
      viewsCount: 1,
      likesCount: 4,
    })
    for (const [index, viewerId] of (
      await storeMembers(db, 12, { languages: ['Yoruba'], country: 'Nigeria' })
    ).entries())
      await storeView(db, first, {
        viewerId,
        at: daysAgo(1),
        watchTime: 600,
        position: index < 6 ? 1200 : 300,
      })
    for (let count = 0; count < 3; count += 1) await storeView(db, first, { at: daysAgo(2), watchTime: 60 })
    for (let count = 0; count < 10; count += 1) await storeView(db, first, { at: daysAgo(30), watchTime: 60 })
    await storeView(db, second, { at: daysAgo(0), watchTime: 30 })
    await db.execute(sql`update users set total_views = 1026 where id = ${creatorId}`)
  })
}

test('a creator reads the figures of known views on the dashboard and in analytics, as charts, tables and files', async ({
  app,
  member,
  secondMember,
}) => {
  const { page, user } = member
  await storeKnownViews(app, user.id)
  await givePro(app, member)
  await secondMember.page.request.post(`/api/users/${user.id}/follow`)

  await page.goto('/creator/dashboard')
  await expect(page).toHaveURL(/\/creator$/)
  const figures = page.getByRole('region', { name: 'Your figures' })
  for (const text of [
    '1,026',
    '2h 13m',
    '2 published, 0 drafts, 0 private',
    'In the last 28 days',
    '+16',
    '+1',
  ])
    await expect(figures.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Àṣálẹ́ at the loom' })).toBeVisible()
  await checkAndPhotograph(page, 'creator-dashboard', { dark: true })

  await page
    .getByRole('navigation', { name: 'Creator Studio' })
    .getByRole('link', { name: 'Analytics' })
    .click()
  await expect(page.getByText('16', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('60% more than the 28 days before').first()).toBeVisible()
  const chart = page.getByRole('img', { name: /^Views by day/ })
  await expect(chart.locator('canvas')).toBeVisible()
  await expect(page.getByText(/^Most: 12 on /).first()).toBeVisible()

  await page.getByRole('button', { name: '7 days' }).click()
  await expect(page).toHaveURL(/\?days=7$/)
  await page.getByRole('button', { name: 'Show the days as a table' }).press('Enter')
  const rows = page.getByRole('region', { name: 'Figures by day' }).getByRole('row')
  await expect(rows).toHaveCount(8)
  await expect(rows.nth(1)).toContainText(/1\s*<1m\s*1\s*\$0\.00\s*1$/)
  await expect(rows.nth(2)).toContainText(/12\s*2h 0m\s*0\s*\$0\.00\s*12$/)
  await expect(rows.nth(3)).toContainText(/3\s*3m\s*0\s*\$0\.00\s*3$/)

  const topVideos = page.getByRole('region', { name: 'Top videos' }).getByRole('row')
  await expect(topVideos.nth(1)).toContainText(/Market morning\s*15\s*2h 3m/)
  await expect(page.getByText('Nigeria')).toBeVisible()
  await expect(page.getByText('10+').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show the parts as a table' }).click()
  const parts = page.getByRole('region', { name: 'Where viewers leave' }).getByRole('row')
  await expect(parts.nth(6)).toContainText(/25%\s*48%/)
  await checkAndPhotograph(page, 'creator-analytics', { dark: true })

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trim().split('\r\n').slice(-3)).toEqual([
    `${daysAgo(2).slice(0, 10)},3,3,180,0,0.00,yes`,
    `${daysAgo(1).slice(0, 10)},12,12,7200,0,0.00,yes`,
    `${daysAgo(0).slice(0, 10)},1,1,30,1,0.00,yes`,
  ])
})

test('a creator without data sees what will be counted', async ({ app, member }) => {
  const { page } = member
  await givePro(app, member)
  await page.goto('/creator/analytics?days=all')
  await expect(page.getByRole('heading', { name: 'Nothing to count yet' })).toBeVisible()
  await page.goto('/creator')
  await expect(page.getByText('Nothing is published yet.')).toBeVisible()
  await axeCheck(page)
})

test('without Creator Pro, a creator is led from longer periods to what it gives', async ({
  member: { page },
}) => {
  await page.goto('/creator/analytics')
  const period = page.getByRole('group', { name: 'Period' })
  await expect(period.getByRole('button', { name: '28 days', pressed: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download CSV' })).toBeVisible()
  await checkAndPhotograph(page, 'creator-analytics-without-pro', { dark: true })
  await page.goto('/creator/analytics?days=90')
  await expect(page.getByRole('heading', { name: 'Longer periods are part of Creator Pro' })).toBeVisible()
  await checkAndPhotograph(page, 'creator-analytics-pro-period')
  await period.getByRole('link', { name: 'All time Part of Creator Pro' }).press('Enter')
  await expect(page).toHaveURL(/\/creator-pro$/)
})

test('a creator sets the payout address, which no other page shows', async ({ member, secondMember }) => {
  const { page, user } = member
  await page.goto('/creator/profile')
  const form = page.getByRole('form', { name: 'Payout address' })
  await form.getByLabel('PayPal e-mail address').fill('not an address')
  await form.getByRole('button', { name: 'Save payout address' }).click()
  await expect(form.getByLabel('PayPal e-mail address')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('PayPal e-mail address').fill('payee@example.org')
  await form.getByLabel('Country of the account').selectOption({ label: 'Ghana' })
  await form.getByRole('button', { name: 'Save payout address' }).click()
  await expect(page.getByText('Payout address saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('PayPal e-mail address')).toHaveValue('payee@example.org')
  await expect(form.getByLabel('Country of the account')).toHaveValue('GH')
  await checkAndPhotograph(page, 'creator-payout')
  await secondMember.page.goto(`/profile/${user.id}`)
  expect(await secondMember.page.content()).not.toContain('payee@example.org')
})
