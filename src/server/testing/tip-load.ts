import * as z from 'zod/mini'
import type { PayPalSimulator } from '#server/payments/testing/paypal-simulator.ts'
import { TestClient } from '#server/testing/test-client.ts'

const withId = z.object({ id: z.string() })

/** Tips that are paid one after the other until the app is gone, some at the same time. */
export class TipLoad {
  /** The provider's ids of the orders whose tip the app has acknowledged. */
  readonly acknowledged: string[] = []
  readonly #url: string
  readonly #paypal: PayPalSimulator
  #members: { creator: TestClient; fans: TestClient[] } | null = null

  constructor(url: string, paypal: PayPalSimulator) {
    this.#url = url
    this.#paypal = paypal
  }

  /** Tips until the app is gone. Errors of requests are expected: nothing was acknowledged then. */
  async run(): Promise<void> {
    const { creator, fans } = (this.#members ??= await this.#prepare())
    await Promise.all(fans.map((fan) => this.#tipUntilGone(fan, creator.user.id)))
  }

  async #prepare() {
    const creator = await this.#member()
    await creator.put('/api/creator/payout', { payoutEmail: creator.user.email, payoutCountry: 'US' })
    return { creator, fans: await Promise.all(Array.from({ length: 4 }, () => this.#member())) }
  }

  async #member(): Promise<TestClient> {
    const member = new TestClient(this.#url)
    await member.signUp()
    return member
  }

  async #tipUntilGone(fan: TestClient, streamerId: string): Promise<void> {
    try {
      for (;;) await this.#tip(fan, streamerId)
    } catch (error) {
      // `fetch` rejects with a TypeError when the app does not respond any more.
      if (!(error instanceof TypeError)) throw error
    }
  }

  async #tip(fan: TestClient, streamerId: string): Promise<void> {
    const created = await fan.post('/api/paypal/order', {
      amount: '5.00',
      streamerId,
      message: 'Before a crash',
    })
    if (created.status !== 201) throw new Error(`an order was refused: ${created.status}`)
    const { id } = withId.parse(created.body)
    this.#paypal.orders.approve(id)
    await fan.post(`/api/paypal/order/${id}/capture`)
    const tip = { streamerId, amount: '5.00', message: 'Before a crash', paypalOrderId: id }
    if ((await fan.post('/api/tips', tip)).status === 201) this.acknowledged.push(id)
  }
}
