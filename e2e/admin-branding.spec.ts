import sharp from 'sharp'
import { signIn } from '../src/shared/accounts/auth.ts'
import { checkAndPhotograph, expect, test } from './support/fixtures.ts'

/** Changes settings of the whole site, so it needs an app that no other test uses. */
test.use({ appEnv: { LOG_LEVEL: 'warn' } })

test('another name, logo, accent and headline are on every page after it is loaded again, without a restart', async ({
  admin,
  page,
  browser,
}) => {
  const { email, password } = admin
  await page.request.post(signIn.path, { data: { email, password } })
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/')
  const accent = () =>
    visitor
      .getByRole('link', { name: 'Join the Wave' })
      .evaluate((link) => getComputedStyle(link).backgroundColor)
  const marigold = await accent()

  await page.goto('/admin/settings/branding')
  await page.getByLabel('Name of the site').fill('Mawimbi')
  await page.getByLabel('Headline of the landing page').fill('Nyumbani kwetu <b>sote</b>')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Nyumbani kwetu <b>sote</b>')
  const hue = page.getByRole('slider', { name: 'Accent colour' })
  await hue.focus()
  await page.keyboard.press('Home')
  await expect(hue).toHaveAttribute('aria-valuetext', 'Hue 0°')
  for (let step = 0; step < 3; step++) await page.keyboard.press('PageUp')
  await page.getByLabel('Twitch').fill('not an address')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByLabel('Twitch')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Twitch').fill('https://www.twitch.tv/mawimbi')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Setting updated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  const buffer = await sharp({ create: { width: 256, height: 256, channels: 4, background: '#0a7' } })
    .png()
    .toBuffer()
  await page
    .getByLabel('Image file of the logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible()
  await checkAndPhotograph(page, 'admin-branding', { dark: true })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Nyumbani kwetu <b>sote</b>' })).toBeVisible()
  await expect(visitor).toHaveTitle(/Mawimbi/)
  const logo = visitor.getByRole('link', { name: /^Mawimbi/ }).locator('img')
  await expect(logo).toHaveAttribute('src', /^\/files\/branding\//)
  expect(await accent()).not.toBe(marigold)
  await checkAndPhotograph(visitor, 'landing-branded', { dark: true })
})
