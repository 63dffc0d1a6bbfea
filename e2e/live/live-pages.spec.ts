import { createStream, darkContrastCheck, expect, checkAndPhotograph, test } from '../support/fixtures.ts'
import { expectVideo, recordPeers } from '../support/watching.ts'

test('the create page reports missing fields and keeps all input', async ({ member: { page } }) => {
  await page.goto('/stream/create')
  await page.getByLabel(/^Description/).fill('Three hours, one pot.')
  await checkAndPhotograph(page, 'stream-create')
  await darkContrastCheck(page)
  await page.getByRole('button', { name: 'Create Stream' }).click()
  await expect(page.getByText('Missing required fields')).toBeVisible()
  await expect(page.getByText('Please provide a title and select a category.')).toBeVisible()
  await page.getByLabel('Title').fill('x'.repeat(101))
  await expect(page.getByText('101 / 100')).toBeVisible()
  await page.getByLabel('Category').selectOption('Gaming')
  await page.getByRole('button', { name: 'Create Stream' }).click()
  await expect(page.getByText('Use at most 100 characters.')).toBeVisible()
  await expect(page.getByLabel(/^Description/)).toHaveValue('Three hours, one pot.')
  await checkAndPhotograph(page, 'stream-create-errors')
  await darkContrastCheck(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/profile$/)
})

test('a stream is created with the keyboard alone', async ({ member: { page } }) => {
  await page.goto('/stream/create')
  await page.getByLabel('Title').focus()
  await page.keyboard.type('Keys only')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Gaming')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Stream created successfully! 🎥')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Keys only' })).toBeVisible()
})

test('an unusable thumbnail is reported at its field, and all input is preserved', async ({
  member: { page },
}) => {
  await page.goto('/stream/create')
  await page.getByLabel('Title').fill('With a picture')
  await page.getByLabel('Category').selectOption('Gaming')
  await page.getByLabel(/^Thumbnail URL/).fill('http://127.0.0.1/inner.png')
  await page.getByRole('button', { name: 'Create Stream' }).click()
  await expect(page.getByText('Stream creation failed')).toBeVisible()
  await expect(page.getByLabel(/^Thumbnail URL/)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Title')).toHaveValue('With a picture')
})

test('the viewer page offline, live, in fullscreen and signed out', async ({
  browser,
  member,
  secondMember,
}) => {
  // Screenshots are slow while the machine encodes and decodes video.
  test.slow()
  const { id } = await createStream(member.page, {
    title: 'Sunday stew and stories: egusi, slow and easy',
    description: 'Three hours, one pot.',
    category: 'Cooking & Culture',
  })
  const viewer = secondMember.page
  await recordPeers(viewer)
  await viewer.goto(`/stream/${id}`)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
  await checkAndPhotograph(viewer, 'stream-offline')

  await member.page.goto(`/stream/${id}/broadcast`)
  await expect(member.page.getByRole('button', { name: 'Start Stream' })).toBeVisible()
  await checkAndPhotograph(member.page, 'studio-offline')
  await member.page.getByRole('button', { name: 'Start Stream' }).click()
  await expectVideo(viewer)
  for (const [page, text] of [
    [member.page, 'Daalụ nke ukwuu! Slow heat now, do not rush the egusi.'],
    [viewer, 'تحية من القاهرة، رائحة البيت وصلت'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Enter')
    await expect(viewer.getByRole('log')).toContainText(text)
  }
  await checkAndPhotograph(viewer, 'stream-live')
  await checkAndPhotograph(member.page, 'studio-live')

  await viewer.getByRole('button', { name: 'Mute' }).click()
  await expect(viewer.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await viewer.getByRole('button', { name: 'Fullscreen' }).click()
  await expect.poll(() => viewer.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await viewer.getByRole('button', { name: 'Leave fullscreen' }).click()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/stream/${id}`)
  await expect(visitor.getByText('Sign in to join the chat')).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await checkAndPhotograph(visitor, 'stream-signed-out')
  await visitor.getByRole('link', { name: 'Sign In' }).last().click()
  await expect(visitor).toHaveURL(new RegExp(`/auth/login\\?returnTo=%2Fstream%2F${id}`))
  await visitor.context().close()
})

test('the page of an unknown stream says so', async ({ member: { page } }) => {
  await page.goto(`/stream/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Stream Not Found' })).toBeVisible()
  await expect(page.getByText("This stream may have ended or doesn't exist.")).toBeVisible()
  await checkAndPhotograph(page, 'stream-not-found')
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
})

test('the studio is refused to other members', async ({ member, secondMember }) => {
  const { id } = await createStream(member.page)
  await secondMember.page.goto(`/stream/${id}/broadcast`)
  await expect(secondMember.page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await checkAndPhotograph(secondMember.page, 'studio-denied')
  await secondMember.page.getByRole('link', { name: 'Go to Profile' }).click()
  await expect(secondMember.page).toHaveURL(/\/profile$/)
})

test.describe('without a camera', () => {
  test.use({ permissions: [] })

  test('starting fails with a message about the permissions', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ permissions: [] })
    const page = await context.newPage()
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await page.goto(baseURL ?? '')
    const email = `no-camera-${crypto.randomUUID()}@example.org`
    await context.request.post('/api/auth/register', { data: { email, password: 'four words in a row' } })
    const { id } = await createStream(context)
    await page.goto(`/stream/${id}/broadcast`)
    await expect(
      page.getByText('Failed to start broadcast. Please check camera/microphone permissions.').first(),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Start Stream' }).click()
    await expect(page.getByText('Failed to start stream')).toBeVisible()
    await expect(page.getByText('Please check your camera and microphone permissions.')).toBeVisible()
    await checkAndPhotograph(page, 'studio-no-camera')
    await context.close()
  })
})

test('a message that failed to send stays, marked as not sent, and can be sent again', async ({
  member,
  secondMember,
}) => {
  const { id } = await createStream(member.page)
  const { page } = secondMember
  await page.goto(`/stream/${id}`)
  await page.route('**/api/chat/send', (route) => route.abort())
  await page.getByRole('textbox', { name: 'Message' }).fill('Port of Spain checking in')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not sent.')).toBeVisible()
  await checkAndPhotograph(page, 'chat-not-sent')
  await page.unroute('**/api/chat/send')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Not sent.')).toBeHidden()
  await member.page.goto(`/stream/${id}`)
  await expect(member.page.getByRole('log').getByText('Port of Spain checking in')).toHaveCount(1)
})
