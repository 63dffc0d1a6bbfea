import type { Page } from '@playwright/test'
import { axeCheck, expect, photograph, test } from './support/fixtures.ts'

const MAP_SITE = 'https://www.openstreetmap.org/**'

test('a visitor sends a message with the contact form', async ({ page }) => {
  await page.goto('/contact')
  await expect(page).toHaveTitle('Contact · Creative Wave')
  for (const hours of [
    'Americas 9 AM-6 PM EST',
    'Europe/Africa 2 PM-11 PM GMT',
    'Asia/Pacific 11 PM-8 AM JST',
  ])
    await expect(page.getByRole('listitem').filter({ hasText: hours })).toContainText('your time')
  await photograph(page, 'contact')

  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('This is needed.')).toHaveCount(4)
  await axeCheck(page)

  await fillContactForm(page)
  await page.route('**/api/contact', (route) => route.abort())
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('alert')).toContainText("Your message wasn't sent")
  await expect(page.getByLabel('Subject')).toHaveValue('A question')

  await page.unroute('**/api/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('alert')).toHaveText("Thank you for your message! We'll get back to you soon.")
  for (const label of ['Full name', 'Email', 'Subject', 'Message'])
    await expect(page.getByRole('textbox', { name: label })).toHaveValue('')
  await photograph(page, 'contact-sent')
})

test('the map sends no request to the other site until the visitor opens it, and no other site may be framed', async ({
  page,
  app,
}) => {
  const externalRequests: { url: string; referer: string | undefined }[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url) && !/^(data|blob):/.test(request.url()))
      externalRequests.push({ url: request.url(), referer: request.headers()['referer'] })
  })
  await page.route(MAP_SITE, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>A map</p>' }),
  )
  const response = await page.goto('/contact')
  expect(response?.headers()['content-security-policy']).toMatch(
    /frame-src 'self' https:\/\/www\.openstreetmap\.org;/,
  )
  await page.getByRole('heading', { name: 'Map' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('link', { name: /Open OpenStreetMap/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(externalRequests).toEqual([])

  await page.getByRole('button', { name: 'Show the map' }).click()
  const map = page.frameLocator('iframe[title="Map from OpenStreetMap"]')
  await expect(map.getByText('A map')).toBeVisible()
  expect(externalRequests).toEqual([
    {
      url: expect.stringMatching(/^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?/),
      referer: undefined,
    },
  ])
})

test('visitors read what the site is and its rules, and members what Creator Pro offers', async ({
  page,
  member,
}) => {
  for (const [path, title, changed] of [
    ['/about', 'About Creative Wave', 'November 28, 2026'],
    ['/privacy', 'Privacy', 'November 29, 2026'],
    ['/terms', 'Terms', 'November 23, 2026'],
    ['/community', 'Community guidelines', 'November 28, 2026'],
  ] as const) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText(`These words were last changed on ${changed}.`)).toBeVisible()
    await photograph(page, path.slice(1))
    await page
      .getByRole('main')
      .getByRole('link', { name: /write to us/i })
      .last()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeFocused()
  }

  await page.goto('/creator-pro')
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=%2Fcreator-pro$/)
  await member.page.goto('/creator-pro')
  await expect(member.page.getByRole('heading', { level: 1 })).toHaveText('Creator Pro')
})

async function fillContactForm(page: Page): Promise<void> {
  for (const [label, text] of [
    ['Full name', 'Fọlákẹ́ Adéyẹmí'],
    ['Email', 'folake@example.org'],
    ['Subject', 'A question'],
    ['Message', 'How do I start?'],
  ] as const)
    await page.getByRole('textbox', { name: label }).fill(text)
}
