import { axeCheck, expect, photograph, test } from './support/fixtures.ts'

test('ending a session and changing the password sign the other browser out at once', async ({
  member,
  browser,
}) => {
  const elsewhere = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })
  const signIn = async (password: string) => {
    const data = { email: member.email, password }
    expect((await elsewhere.request.post('/api/auth/login', { data })).status()).toBe(200)
  }
  await signIn(member.password)
  const other = await elsewhere.newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'Live Creators' })).toBeVisible()

  const { page } = member
  await page.goto('/preferences')
  const sessions = page.getByRole('list', { name: "Where you're signed in" }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This browser')
  await sessions.nth(1).getByRole('button', { name: 'Sign out of Safari on iPhone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(sessions).toHaveCount(1)
  // The server closed its socket, so the page updates without a reload.
  await expect(other.getByRole('link', { name: 'Join the Wave' })).toBeVisible()

  await signIn(member.password)
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
  await page.getByLabel('Current password').fill('not my password')
  await page.getByLabel('New password').fill('another long password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(/isn't your current password/)
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.getByLabel('Current password').fill(member.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('You were signed out of 1 other browser.')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Join the Wave' })).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(200)
  await signIn('another long password')
  await elsewhere.close()
})

test('preferences can be changed with the keyboard, and persist across a reload', async ({
  member: { page, context },
  browser,
}) => {
  await page.goto('/preferences')
  const follows = page.getByRole('switch', { name: 'Somebody follows you' })
  const saver = page.getByRole('switch', { name: 'Use less data' })
  await expect(follows).toBeChecked()
  await expect(page.getByRole('listitem').filter({ hasText: 'This browser' })).toBeVisible()
  await photograph(page, 'preferences')

  await page.getByLabel('Read in').selectOption({ label: 'English' })
  await page.getByLabel('Read in').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'System' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Tab')
  await expect(saver).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.locator('html')).toHaveAttribute('data-save', '')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(follows).not.toBeChecked()
  for (let step = 0; step < 8; step++) await page.keyboard.press('Tab')
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.getByRole('button', { name: /^Sign out of/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await axeCheck(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Sign out of/ })).toBeFocused()
  await expect
    .poll(async () => (await page.request.get('/api/auth/preferences')).json())
    .toMatchObject({ language: 'en', notifications: { like: true, follow: false } })

  await page.reload()
  await expect(follows).not.toBeChecked()
  await expect(page.getByLabel('Read in')).toHaveValue('en')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(saver).toBeChecked()
  // The data saver applies before the first paint: a browser without cached fonts requests none.
  const fresh = await browser.newContext({ storageState: await context.storageState() })
  const first = await fresh.newPage()
  const fonts: string[] = []
  first.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
  await first.goto('/preferences')
  await expect(first.getByRole('switch', { name: 'Use less data' })).toBeChecked()
  expect(fonts).toEqual([])
  await fresh.close()
})
