import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  axeCheck,
  createPost,
  darkContrastCheck,
  expect,
  photograph,
  signUp,
  test,
} from './support/fixtures.ts'

test('a visitor signs up, signs out and signs in again', async ({ page }) => {
  const email = newEmail()
  await page.goto('/')
  await page.getByRole('link', { name: 'Join the Wave' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?tab=create$/)
  await page.getByLabel('First name').fill('Amara')
  await page.getByLabel('Last name').fill('Okafor-James')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)

  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menu')).toContainText('Amara Okafor-James')
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Join the Wave' })).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)

  await page.getByRole('link', { name: 'Sign In' }).click()
  await fillSignIn(page, email, 'a long password')
  await expect(page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
})

test('a visitor signs up with the keyboard alone', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByRole('tab', { name: 'Sign In' }).waitFor()
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
  await page.keyboard.type('Adaeze')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.type(newEmail())
  await page.keyboard.press('Tab')
  await page.keyboard.type('a long password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
})

test('a wrong password is refused with a message, and the e-mail address stays in its field', async ({
  page,
  playwright,
  baseURL,
}) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const { email } = await signUp(request)
  await request.dispose()
  await page.goto('/auth/login')
  await fillSignIn(page, email, 'not the password')
  await expect(page.getByRole('alert')).toContainText("don't belong together")
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})

test('an invalid value is reported at its field', async ({ page, member }) => {
  await page.goto('/auth/login?tab=create')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription(/This is needed/)
  await page.getByLabel('First name').fill('Amara')
  await page.getByLabel('E-mail').fill('amara@')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/doesn't look like an e-mail/)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/at least 8/)

  await page.getByLabel('E-mail').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/an account with this e-mail address/)
  await expect(page.getByLabel('E-mail')).toBeFocused()
})

test('after too many wrong passwords the page says when to try again', async ({ page, member }) => {
  const { email } = member
  for (let attempt = 0; attempt < 10; attempt++)
    await page.request.post('/api/auth/login', { data: { email, password: 'wrong' } })
  await page.goto('/auth/login')
  await fillSignIn(page, email, member.password)
  await expect(page.getByRole('alert')).toContainText(/Try again in \d+ minutes\./)
})

test('a password can be shown while it is typed', async ({ page }) => {
  await page.goto('/auth/login')
  const password = page.getByLabel('Password', { exact: true })
  const show = page.getByRole('button', { name: 'Show password' })
  await password.fill('a long password')
  await expect(password).toHaveAttribute('type', 'password')
  await show.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await show.click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('signing in returns to the requested page', async ({ page, member }) => {
  await page.goto('/stream/create')
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=%2Fstream%2Fcreate$/)
  await fillSignIn(page, member.email, member.password)
  await expect(page.getByRole('heading', { name: 'Create Stream' })).toBeVisible()
  await expect(page).toHaveURL(/\/stream\/create$/)
})

for (const returnTo of ['https://evil.example/', '/\\evil.example'])
  test(`signing in never redirects to another site (${returnTo})`, async ({ page, member, baseURL }) => {
    await page.goto(`/auth/login?returnTo=${encodeURIComponent(returnTo)}`)
    await fillSignIn(page, member.email, member.password)
    await expect(page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
    expect(page.url()).toBe(`${baseURL}/`)
  })

test('a used set-up link is refused with a message, and signing up works without it', async ({ page }) => {
  await page.goto('/auth/login?setup=used-long-ago')
  await expect(page.getByRole('heading', { name: 'Set up this site' })).toBeVisible()
  await page.getByLabel('First name').fill('Amara')
  await page.getByLabel('E-mail').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('alert')).toContainText('This set-up link has been used or is too old')
  await page.getByRole('button', { name: 'Sign up without it' }).click()
  await expect(page.getByRole('heading', { name: 'Join Creative Wave' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
})

test('an open tab switches to the account that another tab signs in with', async ({
  member,
  secondMember,
}) => {
  const { page, context } = member
  const { id } = await createPost(page)
  await page.goto(`/post/${id}`)
  const comment = page.getByRole('textbox', { name: /comment/i })
  await comment.fill('Written as the first member')
  const { email, password } = secondMember
  await context.request.post('/api/auth/login', { data: { email, password } })
  await expect(comment).toHaveValue('')
  await comment.fill('Written as the second member')
  await comment.press('Control+Enter')
  const comments = async () => (await context.request.get(`/api/posts/${id}/comments`)).json()
  await expect.poll(comments).toMatchObject([{ userId: secondMember.user.id }])
})

test('a signed-in member is redirected from the sign-in page', async ({ member: { page } }) => {
  await page.goto('/auth/login?returnTo=/discover')
  await expect(page.getByRole('heading', { name: 'Worldwide Diaspora Discoveries' })).toBeVisible()
})

test('the sign-in page passes axe in both themes', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').waitFor()
  await axeCheck(page)
  await darkContrastCheck(page)
  await photograph(page, 'sign-in')
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await axeCheck(page)
  await darkContrastCheck(page)
  await photograph(page, 'create-account')
})

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

function newEmail(): string {
  return `visitor-${randomUUID().slice(0, 8)}@example.org`
}
