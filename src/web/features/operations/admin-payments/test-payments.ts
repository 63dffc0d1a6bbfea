import type { AdminPayment } from '#shared/operations/admin-payments.ts'
import { testUser } from '#web/api/test-users.ts'

/** A tip of $20 whose money reached the platform; `index` makes its ids unique. */
export function testPayment(index: number, overrides: Partial<AdminPayment> = {}): AdminPayment {
  const idOf = (kind: number) => `0198c1d2-000${kind}-7000-8000-${String(index).padStart(12, '0')}`
  return {
    id: idOf(1),
    provider: 'sandbox',
    isSandbox: true,
    providerOrderId: `ORDER${index}`,
    captureId: `CAPTURE${index}`,
    tipId: idOf(2),
    status: 'completed',
    payer: testUser(1, { firstName: 'Esi', lastName: 'Boateng' }),
    creator: testUser(2, { firstName: 'Ama', lastName: 'Mensah' }),
    amount: '20.00',
    refundedAmount: '0.00',
    currency: 'USD',
    message: 'Meda wo ase',
    isPaidToCreator: false,
    paidOutAt: null,
    createdAt: '2026-03-01T08:30:00.000Z',
    ...overrides,
  }
}
