import { signIn } from '#shared/auth.ts'
import { expect, test } from './fixtures.ts'

test('an admin tries whether the live engine is reached, and sees when it does not run', async ({
  app,
  admin,
  page,
}) => {
  const { email, password } = admin
  await page.request.post(signIn.path, { data: { email, password } })
  await page.goto('/admin/live')
  await expect(page.getByText('Running', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByText(/^UDP \d+ is reached from this browser\.$/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/at least [\d.]+ Mbit\/s up/)).toBeVisible()

  // It is started again within a moment: killed until the page has looked in between.
  const alert = page.getByRole('alert')
  await expect(async () => {
    if (app.enginePid() !== null) app.killEngine()
    await expect(page.getByText('Not running')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await expect(alert).toContainText("The live engine doesn't run.")
  await expect(page.getByText('Running', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(alert).toBeHidden()
})
