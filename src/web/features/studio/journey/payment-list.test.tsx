import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Payment } from '#shared/money/payments.ts'
import { DataTestProvider, stubCalls } from '#web/api/test-network.tsx'
import { testUser } from '#web/api/test-users.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { PaymentList } from './payment-list.tsx'

const payment = (index: number, overrides: Partial<Payment> = {}): Payment => ({
  id: `0198c1d2-0000-7000-8000-${String(index).padStart(12, '0')}`,
  kind: 'tip',
  amount: `${index}.00`,
  refundedAmount: '0.00',
  currency: 'USD',
  status: 'completed',
  isSandbox: false,
  creator: testUser(1),
  createdAt: '2025-11-21T19:48:00.000Z',
  orderId: `ORDER${index}`,
  ...overrides,
})

function show(pages: Payment[][]) {
  const server = TestSocketServer.listen()
  const current = { pages }
  stubCalls({
    'GET /api/payments': ({ url }) => {
      const index = Number(url.searchParams.get('cursor') ?? 0)
      const next = index + 1 < current.pages.length
      return Response.json(current.pages[index], {
        headers: next ? { link: `</api/payments?cursor=${index + 1}>; rel="next"` } : {},
      })
    },
  })
  render(<PaymentList />, { wrapper: DataTestProvider })
  act(() => server.accept())
  return { server, current }
}

test('payments say what they were for, their status, and their order', async () => {
  show([
    [payment(5, { status: 'pending', isSandbox: true }), payment(4, { creator: null, orderId: null })],
    [payment(3, { kind: 'subscription', creator: null })],
  ])
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByText('Creator Pro')
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toHaveLength(3)
  for (const text of ['Tip to Member 1', '$5.00', 'Pending', 'Sandbox: no money moves', 'Order ORDER5'])
    expect(rows[0]).toContain(text)
  expect(rows[1]).toContain('Tip to a former member')
  expect(rows[1]).not.toContain('Order')
  expect(rows[2]).toContain('Completed')
})

test('a list of the sandbox alone says once that no money moves', async () => {
  show([[payment(5, { isSandbox: true }), payment(4, { isSandbox: true })]])
  await screen.findByText('$4.00')
  expect(screen.getAllByText('Sandbox: no money moves')).toHaveLength(1)
  for (const row of screen.getAllByRole('listitem')) expect(row.textContent).not.toContain('Sandbox')
})

test('a payment shows at once when it is made', async () => {
  const { server, current } = show([[]])
  expect(await screen.findByRole('heading', { name: 'No payments yet' })).toBeTruthy()
  current.pages = [[payment(7)]]
  act(() => server.sendMessage({ type: 'tips_changed' }))
  expect(await screen.findByText('$7.00')).toBeTruthy()
})
