import { readFile } from 'node:fs/promises'
import { signIn } from '../src/shared/accounts/auth.ts'
import { checkAndPhotograph, createPost, expect, test } from './support/fixtures.ts'

test('what members do today is counted, in the charts, the table and the file of another period', async ({
  admin,
  member,
  page,
}) => {
  const { email, password } = admin
  await createPost(member.page, { content: 'At the market' })
  await page.request.post(signIn.path, { data: { email, password } })
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Analytics' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
  const figure = (name: string) =>
    page.locator('div', { has: page.getByRole('heading', { level: 3, name, exact: true }) }).last()
  await expect(figure('Posts')).toContainText(/[1-9]/)
  await expect(page.getByRole('img', { name: /^Sign-ups by day/ }).locator('canvas')).toBeVisible()
  await page.getByRole('button', { name: '7 days' }).press('Enter')
  await expect(page).toHaveURL(/\/admin\/analytics\?days=7$/)
  await page.getByRole('button', { name: 'Show the days as a table' }).press('Enter')
  const table = page.getByRole('table', { name: 'Figures by day' })
  await expect(table.getByRole('row')).toHaveCount(8)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(rows).toHaveLength(8)
  const today = rows.at(-1)?.split(',') ?? []
  expect(today[0]).toBe(new Date().toISOString().slice(0, 10))
  const signups = Number(today[1])
  expect(signups).toBeGreaterThan(1)
  await expect(table.getByRole('row').nth(1).getByRole('cell').first()).toHaveText(String(signups))
  await expect(page.getByRole('table', { name: 'Who stays' }).getByRole('row')).not.toHaveCount(1)
  await checkAndPhotograph(page, 'admin-analytics', { dark: true })
})
