import { PayPalSimulator } from '#server/payments/testing/paypal-simulator.ts'
import { handleCommands } from '../process/commands.ts'

/** The provider's API, in a process of its own, so that its CPU is not measured. */
const paypal = await PayPalSimulator.start()

const commands = {
  /** Returns the variables of an app that uses it. */
  env: (): Record<string, string> => paypal.env,
  approve: (id: string): void => paypal.orders.approve(id),
  async stop(): Promise<void> {
    await paypal.close()
    process.disconnect()
  },
}
export type ProviderCommands = typeof commands

handleCommands(commands)
