import type { Browser, Page } from '@playwright/test'
import { createStream, expect, test } from '../support/fixtures.ts'
import {
  countPeers,
  expectAudio,
  expectVideo,
  goLive,
  recordPeers,
  startStream,
} from '../support/watching.ts'

async function openStream(page: Page, streamId: string): Promise<void> {
  await recordPeers(page)
  await page.goto(`/stream/${streamId}`)
}

async function openVisitorPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

test('a visitor signs up, creates a stream and goes live; a second browser watches and chats until the end', async ({
  browser,
  secondMember,
}) => {
  const page = await openVisitorPage(browser)
  await page.goto('/auth/login')
  await page.getByRole('tab', { name: 'Create account' }).click()
  await page.getByLabel('First name').fill('Adaeze')
  await page.getByLabel('Last name').fill('Nwosu')
  await page.getByLabel('E-mail').fill(`adaeze-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('egusi, slow and easy')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()

  await page
    .getByRole('link', { name: 'Go Live' })
    .or(page.getByRole('button', { name: 'Go Live' }))
    .click()
  await page.getByLabel('Title').fill('Sunday stew and stories')
  await page.getByLabel('Category').selectOption('Cooking & Culture')
  await page.getByLabel(/^Description/).fill('Three hours, one pot.')
  await page.getByRole('button', { name: 'Create Stream' }).click()
  await expect(page.getByText('Stream created successfully! 🎥')).toBeVisible()
  await expect(page.getByText('Stream Offline')).toBeVisible()
  const streamId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const viewer = secondMember.page
  await openStream(viewer, streamId)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
  await expect(viewer.getByText('No messages yet. Be the first to chat!')).toBeVisible()

  await page.getByRole('link', { name: 'Open Broadcast Studio' }).click()
  await startStream(page)
  await expectVideo(viewer)
  await expectAudio(viewer)
  await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()

  const lateViewer = await openVisitorPage(browser)
  await openStream(lateViewer, streamId)
  await expectVideo(lateViewer)
  await expect(lateViewer.getByText('2 watching')).toBeVisible()
  await expect(lateViewer.getByText('Sign in to join the chat')).toBeVisible()

  await page.getByRole('textbox', { name: 'Message' }).fill('Welcome, everyone')
  await page.keyboard.press('Enter')
  await expect(viewer.getByRole('log')).toContainText('Welcome, everyone')
  await viewer.getByRole('textbox', { name: 'Message' }).fill('<b>Ẹ kú ilé</b>')
  await viewer.keyboard.press('Enter')
  await expect(page.getByRole('log')).toContainText('<b>Ẹ kú ilé</b>')
  await expect(lateViewer.getByRole('log')).toContainText('Welcome, everyone')
  await expect(viewer.getByRole('log').getByText('<b>Ẹ kú ilé</b>')).toHaveCount(1)

  await lateViewer.context().close()
  await expect(viewer.getByText('1 watching')).toBeVisible()

  await page.getByRole('button', { name: 'End Stream' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
  await page.context().close()
})

test('video returns without a reload after the engine was killed', async ({ app, member, secondMember }) => {
  const { id } = await createStream(member.page)
  await goLive(member.page, id)
  await openStream(secondMember.page, id)
  await expectVideo(secondMember.page)
  const [killed, peers] = [app.enginePid(), await countPeers(secondMember.page)]
  app.killEngine()
  await expect.poll(() => countPeers(secondMember.page)).toBeGreaterThan(peers)
  await expectVideo(secondMember.page, 30)
  expect(app.enginePid()).not.toBe(killed)
  await expect(member.page.getByText('LIVE', { exact: true })).toBeVisible()
})

test('the viewer gets video again after the broadcaster reloads within the grace period', async ({
  member,
  secondMember,
}) => {
  const { id } = await createStream(member.page)
  await goLive(member.page, id)
  await openStream(secondMember.page, id)
  await expectVideo(secondMember.page)
  member.page.on('dialog', (dialog) => void dialog.accept())
  await member.page.reload()
  await expectVideo(secondMember.page, 30)
  await expect(member.page.getByText('LIVE', { exact: true })).toBeVisible()
})

test('leaving a live broadcast asks for confirmation', async ({ member }) => {
  const { id } = await createStream(member.page)
  await goLive(member.page, id)
  await member.page.getByRole('link', { name: 'Creative Wave' }).first().click()
  await expect(member.page.getByRole('alertdialog')).toContainText('Leave your broadcast?')
  await member.page.getByRole('button', { name: 'Stay' }).click()
  await expect(member.page).toHaveURL(/\/broadcast$/)
})

test('only the owner can open the studio', async ({ browser, member, secondMember }) => {
  const { id } = await createStream(member.page)
  for (const page of [secondMember.page, await openVisitorPage(browser)]) {
    await page.goto(`/stream/${id}/broadcast`)
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Go to Profile' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Sign In' })).toHaveCount(page === secondMember.page ? 0 : 1)
  }
})

test('the signed-out owner of a studio returns to it after signing in', async ({ browser, member }) => {
  const { id } = await createStream(member.page)
  const page = await openVisitorPage(browser)
  await page.goto(`/stream/${id}/broadcast`)
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('E-mail').fill(member.user.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`/stream/${id}/broadcast`)
  await expect(page.getByRole('button', { name: 'Start Stream' })).toBeVisible()
})

test.describe('with a short grace period', () => {
  test.use({ appEnv: { LIVE_GRACE_SECONDS: '4', LIVE_PEER_TIMEOUT_SECONDS: '2' } })

  test('the stream ends when the broadcaster does not come back', async ({ member, secondMember }) => {
    const { id } = await createStream(member.page)
    await goLive(member.page, id)
    await openStream(secondMember.page, id)
    await expectVideo(secondMember.page)
    await member.page.close({ runBeforeUnload: false })
    await expect(secondMember.page.getByText(/Video returns here by itself/)).toBeVisible()
    await expect(secondMember.page.getByText('Stream Offline')).toBeVisible()
  })
})
