import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { axeCheck, createPost, expect, photograph, signUp, test } from './support/fixtures.ts'

test('a visitor signs up with the keyboard alone, signs out, and signs in from the requested page', async ({
  page,
  baseURL,
}) => {
  const [email, password] = [newEmail(), 'a long password']
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('E-mail').waitFor()
  await photograph(page, 'sign-in')
  await signUpByKeyboard(page, email, password)
  await expect(page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
  await expect(page).toHaveURL(`${baseURL}/`)

  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menu')).toContainText('Amara Okafor-James')
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Join the Wave' })).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)

  await page.goto('/stream/create')
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=%2Fstream%2Fcreate$/)
  await fillSignIn(page, email, 'not the password')
  await expect(page.getByRole('alert')).toContainText("don't match")
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  await expectShownPassword(page)
  await fillSignIn(page, email, password)
  await expect(page.getByRole('heading', { name: 'Create Stream' })).toBeVisible()
  await expect(page).toHaveURL(/\/stream\/create$/)

  // Signed-in members are redirected from the sign-in page, and never to another site.
  await page.goto('/auth/login?returnTo=/discover')
  await expect(page.getByRole('heading', { name: 'Worldwide Diaspora Discoveries' })).toBeVisible()
  await page.goto(`/auth/login?returnTo=${encodeURIComponent('https://evil.example/')}`)
  await expect(page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
  expect(page.url()).toBe(`${baseURL}/`)

  await page.goto('/privacy')
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name).toSorted()).toEqual(['creative-wave', 'device', 'visitor'])
  for (const { name } of cookies) await expect(page.getByRole('main')).toContainText(`“${name}”`)
})

/** Creates an account on the sign-in page. The first attempt, without values, is reported at the fields. */
async function signUpByKeyboard(page: Page, email: string, password: string): Promise<void> {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Create Account' })).toHaveAttribute('aria-selected', 'true')
  // The tab panel is focusable, and precedes its first field.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription(/This is needed/)
  await expect(page.getByLabel('First name')).toBeFocused()
  await axeCheck(page, { dark: true })
  await photograph(page, 'create-account')
  await page.keyboard.type('Amara')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Okafor-James')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

async function expectShownPassword(page: Page): Promise<void> {
  const password = page.getByLabel('Password', { exact: true })
  const show = page.getByRole('button', { name: 'Show password' })
  await expect(password).toHaveAttribute('type', 'password')
  await show.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await show.click()
  await expect(password).toHaveAttribute('type', 'password')
}

test('an open tab switches to the account that another tab signs in with', async ({
  member,
  playwright,
  baseURL,
}) => {
  const { page, context } = member
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const other = await signUp(request)
  await request.dispose()
  const { id } = await createPost(page)
  await page.goto(`/post/${id}`)
  const comment = page.getByRole('textbox', { name: /comment/i })
  await comment.fill('Written as the first member')
  await context.request.post('/api/auth/login', { data: { email: other.email, password: other.password } })
  await expect(comment).toHaveValue('')
  await comment.fill('Written as the second member')
  await comment.press('Control+Enter')
  const comments = async () => (await context.request.get(`/api/posts/${id}/comments`)).json()
  await expect.poll(comments).toMatchObject([{ userId: other.user.id }])
})

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

function newEmail(): string {
  return `visitor-${randomUUID().slice(0, 8)}@example.org`
}
