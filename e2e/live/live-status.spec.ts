import { signIn } from '../../src/shared/accounts/auth.ts'
import { startConnectionTest } from '../../src/shared/live/live.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({ appEnv: { LIVE_PROCESSES: '2' } })

test('an admin tests which ports of the live engine are reachable: a blocked one is named, the other is measured', async ({
  admin,
  page,
}) => {
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
  await expect(page.getByText('Running', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try now' }).click()
  const blocked = page.getByText(/^UDP \d+ is not reached from this browser\.$/)
  const reached = page.getByText(/^UDP \d+ is reached from this browser\.$/)
  await expect(blocked).toBeVisible()
  const [first, second] = [await reached.textContent(), await blocked.textContent()]
  expect(Number(/\d+/.exec(second ?? '')?.[0])).toBe(Number(/\d+/.exec(first ?? '')?.[0]) + 1)
  await expect(page.getByText(/at least [\d.]+ Mbit\/s up/)).toBeVisible()
})
