import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { bringPublicationForward, storeVideo } from '../src/server/features/videos/videos/test-queries.ts'
import { silenceLog } from '#transcode/ffmpeg/log.ts'
import { makeMedia } from '#transcode/testing/make-media.ts'
import { givePro, withDatabase } from './support/creator-pro.ts'
import { checkAndPhotograph, expect, test } from './support/fixtures.ts'
import { ENCODING_TIMEOUT_MS } from './support/time-limits.ts'

let folder: string

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'e2e-scheduled-videos-'))
  silenceLog()
  const video = { codec: 'libx264', width: 320, height: 180, rate: 25 } as const
  await makeMedia({ format: 'mp4', seconds: 2, video }, path.join(folder, 'market-day.mp4'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

const HOUR_MS = 60 * 60 * 1000
/** The value of the time's input, in the time zone of the browser. */
const localIn = (page: Page, hours: number) =>
  page.evaluate((ms) => {
    const date = new Date(Date.now() + ms)
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, hours * HOUR_MS)

test.use({ timezoneId: 'Africa/Lagos' })

test('a scheduled video is published at its changed time, and a follower is notified', async ({
  app,
  member,
  secondMember,
}) => {
  const { page, user } = member
  await givePro(app, member)
  await secondMember.page.request.post(`/api/users/${user.id}/follow`)

  await page.goto('/creator/videos/upload')
  await expect(page.getByText('You can store 100 GB in all.')).toBeVisible()
  await page.getByLabel('Video file').setInputFiles(path.join(folder, 'market-day.mp4'))
  await expect(page.getByLabel('Title')).toHaveValue('market-day')
  await page.getByLabel('Category').selectOption('Food')
  const time = page.getByLabel(/^Publish at/)
  await expect(page.getByText(/^In your time: West Africa/)).toBeVisible()
  await time.fill(await localIn(page, -1))
  await page.getByRole('button', { name: 'Upload & Schedule' }).click()
  await expect(page.getByText(/^This time is past/)).toBeVisible()
  await time.fill(await localIn(page, 2))
  await checkAndPhotograph(page, 'upload-scheduled', { dark: true })
  await page.getByRole('button', { name: 'Upload & Schedule' }).press('Enter')
  await expect(page).toHaveURL(/\/creator\/videos$/)

  const row = page.getByRole('row', { name: 'market-day' })
  await expect(row.getByText('Scheduled', { exact: true })).toBeVisible()
  await expect(row.getByText(/^Publishes .+ GMT\+1$/)).toBeVisible()
  await page.getByRole('button', { name: 'Scheduled', exact: true }).click()
  await expect(row).toBeVisible()
  const address = (await page.getByRole('link', { name: 'market-day' }).getAttribute('href')) ?? ''
  await secondMember.page.goto(address)
  await expect(secondMember.page.getByText('Video Not Found')).toBeVisible()

  await row.getByRole('button', { name: 'Edit market-day' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit video' })
  const later = await localIn(page, 26)
  await dialog.getByLabel(/^Publish at/).fill(later)
  await checkAndPhotograph(page, 'edit-scheduled', { dark: true })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await checkAndPhotograph(page, 'scheduled-videos', { dark: true })

  const id = address.split('/').at(-1) ?? ''
  const planned = await withDatabase(app, (db) => bringPublicationForward(db, id))
  expect(planned?.toISOString()).toBe(new Date(`${later}+01:00`).toISOString())
  await expect(page.getByText('Nothing here')).toBeVisible()
  await page.getByRole('button', { name: 'Published', exact: true }).click()
  await expect(row.getByText('Published', { exact: true })).toBeVisible()
  await expect(row.getByText(/^Being prepared/)).toHaveCount(0, { timeout: ENCODING_TIMEOUT_MS })
  await secondMember.page.goto(address)
  await expect(secondMember.page.getByRole('heading', { level: 1, name: 'market-day' })).toBeVisible()
  await secondMember.page.goto('/activity')
  await expect(secondMember.page.getByText('market-day').first()).toBeVisible()
})

test('a cancelled time leaves a draft, and without Creator Pro no time can be chosen', async ({
  app,
  member,
}) => {
  const { page, user } = member
  await page.goto('/creator/videos/upload')
  await expect(page.getByText(/^MP4.*or 100 GB with Creator Pro\.$/)).toBeVisible()
  await checkAndPhotograph(page, 'upload-without-pro', { dark: true })
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Publish at a set time Part of Creator Pro' })
    .press('Enter')
  await expect(page).toHaveURL(/\/creator-pro$/)

  const id = await withDatabase(app, (db) => storeVideo(db, user.id, { title: 'Sunday stew' }))
  await givePro(app, member)
  await page.goto('/creator/videos')
  const publishAt = new Date(Date.now() + HOUR_MS).toISOString()
  expect((await page.request.put(`/api/creator/videos/${id}`, { data: { publishAt } })).status()).toBe(200)
  const row = page.getByRole('row', { name: 'Sunday stew' })
  await expect(row.getByText('Scheduled', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Edit Sunday stew' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit video' })
  await dialog.getByRole('button', { name: 'Remove this time' }).press('Enter')
  await dialog.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(row.getByText('Draft', { exact: true })).toBeVisible()
  await expect(row.getByText(/^Publishes/)).toHaveCount(0)
})
