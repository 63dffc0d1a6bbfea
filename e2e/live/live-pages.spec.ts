import { checkAndPhotograph, createStream, expect, test } from '../support/fixtures.ts'

test('the create page reports missing and unusable fields and keeps all input, and works with the keyboard alone', async ({
  member: { page },
}) => {
  await page.goto('/stream/create')
  await page.getByLabel(/^Description/).fill('Three hours, one pot.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/creator$/)
  await page.goBack()
  await expect(page.getByLabel(/^Description/)).toHaveValue('Three hours, one pot.')
  await checkAndPhotograph(page, 'stream-create', { dark: true })
  await page.getByRole('button', { name: 'Create Stream' }).click()
  await expect(page.getByText('Missing required fields')).toBeVisible()
  await expect(page.getByText('Please provide a title and select a category.')).toBeVisible()
  await page.getByLabel('Title').fill('x'.repeat(101))
  await expect(page.getByText('101 / 100')).toBeVisible()
  await page.getByLabel('Category').selectOption('Gaming')
  await page.getByRole('button', { name: 'Create Stream' }).click()
  await expect(page.getByText('Use at most 100 characters.')).toBeVisible()
  await expect(page.getByLabel(/^Description/)).toHaveValue('Three hours, one pot.')
  await checkAndPhotograph(page, 'stream-create-errors', { dark: true })

  await page.getByLabel('Title').fill('With a picture')
  const thumbnail = page.getByLabel(/^Thumbnail URL/)
  await thumbnail.fill('http://127.0.0.1/inner.png')
  await page.getByRole('button', { name: 'Create Stream' }).click()
  await expect(page.getByText('Stream creation failed')).toBeVisible()
  await expect(thumbnail).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Title')).toHaveValue('With a picture')

  await thumbnail.clear()
  await page.getByLabel('Title').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Keys only')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Visual')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Stream created successfully! 🎥')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Keys only' })).toBeVisible()
  await expect(page.getByText('Visual Arts & Design')).toBeVisible()
})

test('only the owner can open the studio, returns to it after signing in, and reads why it has no camera', async ({
  browser,
  member,
  secondMember,
}) => {
  const { id } = await createStream(member.page)
  const other = secondMember.page
  await other.goto(`/stream/${id}/broadcast`)
  await expect(other.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(other.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await checkAndPhotograph(other, 'studio-denied')
  await other.getByRole('main').getByRole('link', { name: 'Go to Profile' }).click()
  await expect(other).toHaveURL(/\/profile$/)

  const page = await (await browser.newContext()).newPage()
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await page.goto(`/stream/${id}/broadcast`)
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to Profile' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('E-mail').fill(member.user.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`/stream/${id}/broadcast`)
  await expect(
    page.getByText('Failed to start broadcast. Please check camera/microphone permissions.').first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Start Stream' }).click()
  await expect(page.getByText('Failed to start stream')).toBeVisible()
  await expect(page.getByText('Please check your camera and microphone permissions.')).toBeVisible()
  await checkAndPhotograph(page, 'studio-no-camera')
})

test('the pages of an unknown stream say so', async ({ member: { page } }) => {
  const id = crypto.randomUUID()
  await page.goto(`/stream-old/${id}`)
  await expect(page.getByRole('heading', { name: 'Stream Not Found' })).toBeVisible()
  await page.goto(`/stream/${id}`)
  await expect(page.getByRole('heading', { name: 'Stream Not Found' })).toBeVisible()
  await expect(page.getByText("This stream may have ended or doesn't exist.")).toBeVisible()
  await checkAndPhotograph(page, 'stream-not-found')
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
})
