import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNTRY_CODES } from '#shared/money/payouts.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const PATH = '/api/creator/payout'
const NONE = { payoutEmail: null, payoutCountry: null, canReceive: null, hasPayments: true, isSandbox: true }

test('a creator sets, changes and removes the payout address', async () => {
  const creator = await server.member()
  expect((await creator.get(PATH)).body).toEqual(NONE)
  const set = await creator.put(PATH, { payoutEmail: ' Folake@Example.org ', payoutCountry: 'ng' })
  expect(set).toMatchObject({
    status: 200,
    body: { payoutEmail: 'folake@example.org', payoutCountry: 'NG' },
  })
  const moved = await creator.put(PATH, { payoutCountry: 'GH' })
  expect(moved.body).toMatchObject({ payoutEmail: 'folake@example.org', payoutCountry: 'GH' })
  expect((await creator.get(PATH)).body).toEqual(moved.body)
  const removed = await creator.put(PATH, { payoutEmail: null, payoutCountry: null })
  expect(removed.body).toEqual(NONE)
})

test('a creator is told whether accounts of the country can receive', async () => {
  const creator = await server.member()
  const change = async (payoutCountry: string | null) =>
    (await creator.put(PATH, { payoutEmail: 'payee@example.org', payoutCountry })).body
  expect(await change('KE')).toMatchObject({ canReceive: true })
  expect(await change('GH')).toMatchObject({ canReceive: false })
  expect((await creator.get(PATH)).body).toMatchObject({ payoutCountry: 'GH', canReceive: false })
  const fan = await server.member()
  expect((await fan.get(`/api/users/${creator.user.id}/tipping`)).body).toMatchObject({ reason: 'country' })
  expect(await change(null)).toMatchObject({ canReceive: null })
})

test('nobody else reads the payout address', async () => {
  const [creator, other] = [await server.member(), await server.member()]
  await creator.put(PATH, { payoutEmail: 'secret-payee@example.org', payoutCountry: 'NG' })
  expect((await other.get(PATH)).body).toEqual(NONE)
  await other.put(PATH, { payoutEmail: 'other@example.org' })
  expect((await creator.get(PATH)).body).toMatchObject({ payoutEmail: 'secret-payee@example.org' })
  for (const client of [creator, other, server.admin, server.client()]) {
    const profile = await client.get(`/api/users/${creator.user.id}`)
    expect(JSON.stringify(profile.body)).not.toContain('secret-payee')
  }
})

test.each([
  [{ payoutEmail: 'not an address' }, 'payoutEmail'],
  [{ payoutEmail: `${'x'.repeat(300)}@example.org` }, 'payoutEmail'],
  [{ payoutCountry: 'XX' }, 'payoutCountry'],
  [{ payoutCountry: 'Nigeria' }, 'payoutCountry'],
  [{ payoutCountry: 5 }, 'payoutCountry'],
])('%j is invalid', async (body, path) => {
  const creator = await server.member()
  expect(await creator.put(PATH, body)).toMatchObject({ status: 400, body: { fields: [{ path }] } })
})

test('the countries are those of ISO 3166-1', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(COUNTRY_CODES).toHaveLength(249)
  expect(new Set(COUNTRY_CODES).size).toBe(249)
  expect(COUNTRY_CODES.filter((code) => names.of(code) === undefined)).toEqual([])
})
