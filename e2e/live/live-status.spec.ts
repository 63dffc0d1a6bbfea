import { signIn } from '../../src/shared/auth.ts'
import { startConnectionTest } from '../../src/shared/live.ts'
import { expect, test } from '../support/fixtures.ts'

test('an admin tests whether the live engine is reachable, and sees when it is not running', async ({
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

  // The engine restarts at once: kill it until the page has polled while it was down.
  const alert = page.getByRole('alert')
  await expect(async () => {
    if (app.enginePid() !== null) app.killEngine()
    await expect(page.getByText('Not running')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await expect(alert).toContainText("The live engine doesn't run.")
  await expect(page.getByText('Running', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(alert).toBeHidden()
})

test.describe('with two processes', () => {
  test.use({ appEnv: { LIVE_PROCESSES: '2' } })

  test('a blocked port is named, and the other port is reached', async ({ admin, page }) => {
    const { email, password } = admin
    await page.request.post(signIn.path, { data: { email, password } })
    await page.route(startConnectionTest.path, async (route) => {
      const offered = startConnectionTest.body.parse(route.request().postDataJSON())
      // Without the candidates of the other peer, no packets are sent to it, like behind a firewall.
      const withoutCandidates = (sdp: string) =>
        offered.process === 1 ? sdp.replaceAll(/a=candidate:.*\r\n/g, '') : sdp
      const response = await route.fetch({ postData: { ...offered, sdp: withoutCandidates(offered.sdp) } })
      const reply = startConnectionTest.response.parse(await response.json())
      await route.fulfill({ response, json: { ...reply, sdp: withoutCandidates(reply.sdp) } })
    })
    await page.goto('/admin/live')
    await page.getByRole('button', { name: 'Try now' }).click()
    const blocked = page.getByText(/^UDP \d+ is not reached from this browser\.$/)
    const reached = page.getByText(/^UDP \d+ is reached from this browser\.$/)
    await expect(blocked).toBeVisible({ timeout: 30_000 })
    const [first, second] = [await reached.textContent(), await blocked.textContent()]
    expect(Number(/\d+/.exec(second ?? '')?.[0])).toBe(Number(/\d+/.exec(first ?? '')?.[0]) + 1)
  })
})
