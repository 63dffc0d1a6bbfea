import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PayoutState } from '#shared/money/payouts.ts'
import type { Earnings, Tip } from '#shared/money/tips.ts'
import { refetchCurrentUser, setCurrentUser } from '#web/api/current-user.ts'
import { queryClient } from '#web/api/query-client.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testCurrentUser, testUser } from '#web/api/test-users.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { CreatorEarningsPage } from './creator-earnings.tsx'

afterEach(() => queryClient.clear())

const me = testCurrentUser(1)
const EARNINGS: Earnings = {
  id: '0198c1d2-0000-5000-8000-0000000000ac',
  creatorId: me.id,
  totalEarnings: '4862.50',
  totalTips: '4862.50',
  totalSubscriptions: '0',
  currency: 'USD',
  lastPayoutAt: null,
  updatedAt: null,
  tipsCount: 231,
  supportersCount: 148,
  thisMonth: { amount: '120.00', tipsCount: 6 },
  lastMonth: { amount: '80.50', tipsCount: 4 },
  tipYears: [2025, 2023],
  isSandbox: false,
}
const PAYOUT: PayoutState = {
  payoutEmail: 'me@example.org',
  payoutCountry: 'KE',
  canReceive: true,
  hasPayments: true,
  isSandbox: false,
}
const tip = (index: number, overrides: Partial<Tip> = {}): Tip => ({
  id: `0198c1d2-0000-7000-8000-${String(index).padStart(12, '0')}`,
  streamerId: me.id,
  tipper: testUser(index + 1),
  streamer: me,
  streamId: null,
  amount: '25.00',
  refundedAmount: '0.00',
  currency: 'USD',
  message: null,
  paypalOrderId: `ORDER${index}`,
  status: 'completed',
  isSandbox: false,
  createdAt: '2025-11-21T19:48:00.000Z',
  ...overrides,
})

type Data = { earnings?: Earnings; tips?: Tip[]; payout?: PayoutState }

function show(data: Data) {
  setCurrentUser(me)
  const server = TestSocketServer.listen()
  const current = { earnings: EARNINGS, tips: [tip(1)], payout: PAYOUT, ...data }
  stubCalls({
    'GET /api/earnings': () => Response.json(current.earnings),
    'GET /api/tips': () => Response.json(current.tips),
    'GET /api/creator/payout': () => Response.json(current.payout),
  })
  render(<CreatorEarningsPage />, { wrapper: DataTestProvider })
  act(() => server.accept())
  return { server, current }
}

test('a visitor is asked to sign in', async () => {
  stubCalls({ 'GET /api/auth/user': () => errorResponse(401, { code: 'unauthorized' }) })
  await refetchCurrentUser()
  render(<CreatorEarningsPage />, { wrapper: DataTestProvider })
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy()
  expect(screen.getByText('You need to be signed in to view earnings data.')).toBeTruthy()
  const signIn = screen.getByRole('link', { name: 'Sign In' })
  expect(signIn.getAttribute('href')).toContain('returnTo=%2Fcreator%2Fearnings')
})

test('the cards show the totals, and this month against the last', async () => {
  show({})
  const figures = await screen.findByRole('region', { name: 'Totals' })
  expect(within(figures).getAllByText('$4,862.50')).toHaveLength(2)
  for (const text of ['From 231 tips, 148 supporters', '$120.00', '6 tips, $80.50 last month'])
    expect(within(figures).getByText(text)).toBeTruthy()
  expect(screen.queryByText('Sandbox: no money moves')).toBeNull()
})

test('each tip has its status in words, what was refunded, and whether money moved', async () => {
  show({
    tips: [
      tip(5, { status: 'pending', message: 'Meda wo ase' }),
      tip(4, { refundedAmount: '5.00' }),
      tip(3, { status: 'refunded', refundedAmount: '25.00', tipper: null }),
      tip(2, { status: 'reversed', refundedAmount: '25.00' }),
      tip(1, { status: 'failed', isSandbox: true }),
    ],
  })
  const rows = (await screen.findByText('Former member')).closest('ul')?.children ?? []
  const expected = [
    ['Member 6', 'Meda wo ase', 'Pending'],
    ['Member 5', '$5.00 refunded', 'Completed'],
    ['Former member', '$25.00 refunded', 'Refunded'],
    ['Member 3', 'Reversed'],
    ['Member 2', 'Failed', 'Sandbox: no money moves'],
  ]
  expect(rows).toHaveLength(expected.length)
  for (const [index, texts] of expected.entries())
    for (const text of texts) expect(rows[index]?.textContent).toContain(text)
})

test('a tip shows at once when it arrives', async () => {
  const { server, current } = show({ tips: [] })
  expect(await screen.findByRole('heading', { name: 'No tips yet' })).toBeTruthy()
  current.tips = [tip(1, { message: 'For the pot' })]
  current.earnings = { ...EARNINGS, totalTips: '4887.50' }
  act(() => server.sendMessage({ type: 'tips_changed' }))
  expect(await screen.findByText('For the pot')).toBeTruthy()
  expect(await screen.findByText('$4,887.50')).toBeTruthy()
})

test('the file of a year with tips can be downloaded', async () => {
  show({})
  const years = await screen.findByRole('combobox', { name: 'Year of the file' })
  expect(
    within(years)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['2025', '2023'])
  const link = () => screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  expect(link()).toBe('/api/tips.csv?year=2025')
  fireEvent.change(years, { target: { value: '2023' } })
  expect(link()).toBe('/api/tips.csv?year=2023')
})

test.each([
  ['an address', PAYOUT, 'straight to your PayPal account, me@example.org', 'Change the payout address'],
  [
    'no address',
    { ...PAYOUT, payoutEmail: null, payoutCountry: null, canReceive: null },
    'Nobody can tip you yet',
    'Add a payout address',
  ],
  [
    'a country that cannot receive',
    { ...PAYOUT, payoutCountry: 'GH', canReceive: false },
    "PayPal doesn't pay to accounts in Ghana",
    'Change the payout address',
  ],
])('a creator with %s sees the matching message', async (_subject, payout, text, link) => {
  show({ payout })
  expect(await screen.findByText(text, { exact: false })).toBeTruthy()
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/creator/profile#payout')
  for (const value of ['USD', '$1.00', '$500.00']) expect(screen.getAllByText(value)).not.toHaveLength(0)
})

test('a site without payments says so', async () => {
  show({ payout: { ...PAYOUT, hasPayments: false } })
  expect(await screen.findByText(/takes no payments/)).toBeTruthy()
})

test('in the sandbox the page says once that no money moves', async () => {
  show({
    earnings: { ...EARNINGS, isSandbox: true },
    tips: [tip(2, { isSandbox: true }), tip(1, { isSandbox: true })],
    payout: { ...PAYOUT, isSandbox: true },
  })
  await screen.findByText('Member 2')
  expect(
    await screen.findByText(/In the sandbox nothing reaches your PayPal account, me@example.org/),
  ).toBeTruthy()
  expect(screen.getAllByText(/no money moves/)).toHaveLength(1)
  expect(screen.queryByText(/paid straight to/)).toBeNull()
})

test('a failure shows its message', async () => {
  setCurrentUser(me)
  TestSocketServer.listen()
  stubCalls({ 'GET /api/earnings': () => errorResponse(503, { message: 'The site is busy.' }) })
  render(<CreatorEarningsPage />, { wrapper: DataTestProvider })
  expect((await screen.findByRole('alert')).textContent).toContain('The site is busy.')
})
