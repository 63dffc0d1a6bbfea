import type { Browser, Page } from '@playwright/test'
import { checkAndPhotograph, expect, test } from '../support/fixtures.ts'
import { endStream, expectVideo, recordPeers, sendSmallVideo, startStream } from '../support/watching.ts'
import { expectSound } from '../support/playing.ts'

const TITLE = 'Sunday stew and stories: egusi, slow and easy'

async function openStream(page: Page, streamId: string): Promise<void> {
  await recordPeers(page)
  await page.goto(`/stream/${streamId}`)
}

async function openVisitorPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

test('a visitor signs up, creates a stream and goes live; others watch and chat until the end', async ({
  browser,
  secondMember,
}) => {
  // axe is slow while the machine encodes and decodes video.
  test.slow()
  const page = await openVisitorPage(browser)
  await sendSmallVideo(page)
  await signUpInPage(page)
  const streamId = await createStreamInPage(page)

  const viewer = secondMember.page
  await openStream(viewer, streamId)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
  await expect(viewer.getByText('No messages yet. Be the first to chat!')).toBeVisible()
  await checkAndPhotograph(viewer, 'stream-offline')

  await page.getByRole('link', { name: 'Open Broadcast Studio' }).click()
  await expect(page.getByRole('button', { name: 'Start Stream' })).toBeVisible()
  await checkAndPhotograph(page, 'studio-offline')
  await startStream(page)
  await expectVideo(viewer)
  await expectSound(viewer)
  await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()

  const visitor = await openVisitorPage(browser)
  await openStream(visitor, streamId)
  await expectVideo(visitor)
  await expect(visitor.getByText('2 watching')).toBeVisible()
  await chat(page, 'Welcome, everyone', [viewer, visitor])
  await chat(viewer, '<b>Ẹ kú ilé</b>', [page, visitor])
  await chat(viewer, 'تحية من القاهرة، رائحة البيت وصلت', [page, visitor])
  await checkSignedOut(visitor, streamId)
  await visitor.context().close()
  await expect(viewer.getByText('1 watching')).toBeVisible()

  await checkAndPhotograph(viewer, 'stream-live')
  await checkAndPhotograph(page, 'studio-live')
  await useVideoControls(viewer)

  await page.getByRole('link', { name: 'Creative Wave' }).first().click()
  await expect(page.getByRole('alertdialog')).toContainText('Leave your broadcast?')
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/\/broadcast$/)

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expectVideo(viewer, 30)
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()

  await endStream(page)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
  await page.context().close()
})

async function signUpInPage(page: Page): Promise<void> {
  await page.goto('/auth/login')
  await page.getByRole('tab', { name: 'Create account' }).click()
  await page.getByLabel('First name').fill('Adaeze')
  await page.getByLabel('Last name').fill('Nwosu')
  await page.getByLabel('E-mail').fill(`adaeze-${crypto.randomUUID()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('egusi, slow and easy')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
}

/** Creates a stream with the button of the home page; returns its id. */
async function createStreamInPage(page: Page): Promise<string> {
  await page
    .getByRole('link', { name: 'Go Live' })
    .or(page.getByRole('button', { name: 'Go Live' }))
    .click()
  await page.getByLabel('Title').fill(TITLE)
  await page.getByLabel('Category').selectOption('Cooking & Culture')
  await page.getByLabel(/^Description/).fill('Three hours, one pot.')
  await page.getByRole('button', { name: 'Create Stream' }).click()
  await expect(page.getByText('Stream created successfully! 🎥')).toBeVisible()
  await expect(page.getByText('Stream Offline')).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Sends a message, which the sender and the readers see once. */
async function chat(sender: Page, text: string, readers: Page[]): Promise<void> {
  await sender.getByRole('textbox', { name: 'Message' }).fill(text)
  await sender.keyboard.press('Enter')
  for (const page of [sender, ...readers])
    await expect(page.getByRole('log').getByText(text, { exact: true })).toHaveCount(1)
}

/** A visitor cannot chat, and the sign-in link leads back to the stream. */
async function checkSignedOut(visitor: Page, streamId: string): Promise<void> {
  await expect(visitor.getByText('Sign in to join the chat')).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await checkAndPhotograph(visitor, 'stream-signed-out')
  await visitor.getByRole('link', { name: 'Sign In' }).last().click()
  await expect(visitor).toHaveURL(new RegExp(`/auth/login\\?returnTo=%2Fstream%2F${streamId}`))
}

async function useVideoControls(viewer: Page): Promise<void> {
  await viewer.getByRole('button', { name: 'Mute' }).click()
  await expect(viewer.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await viewer.getByRole('button', { name: 'Fullscreen' }).click()
  await expect.poll(() => viewer.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await viewer.getByRole('button', { name: 'Leave fullscreen' }).click()
}
