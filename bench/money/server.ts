import path from 'node:path'
import fastify from 'fastify'
import type pg from 'pg'
import { type MeasuredApp, startMeasuredApp } from '../community/app.ts'
import { handleCommands, processCpu } from '../process/commands.ts'
import { RecordedStatements } from '../process/recorded-statements.ts'

/** An order with the ids that statements name it by. */
export type BenchOrder = { id: string; providerId: string }
type BareCall = { order: BenchOrder; providerUrl: string; token: string }

const UNLIMITED = { points: 10_000_000, seconds: 60 }

/** The measured process: the app of production, and beside it a bare server that does the least that a tip needs. */
const recorded = new RecordedStatements()
let app: MeasuredApp | undefined
let recordedOrder: BenchOrder | undefined
/** Ids of rows that the statements read. */
let idsOfAllOrders = new Set<string>()
const bare = createBareServer()

const commands = {
  async start(folder: string, connection: pg.PoolConfig, env: Record<string, string>) {
    app = await startMeasuredApp({
      dataDir: path.join(folder, 'data'),
      connection,
      env: { ...env, JOBS: 'off' },
      rates: {
        registrations: UNLIMITED,
        registrationsOfNetwork: UNLIMITED,
        paymentOrders: UNLIMITED,
        paymentCalls: UNLIMITED,
        tips: UNLIMITED,
      },
    })
    return { app: app.url, bare: await bare.listen({ host: '127.0.0.1', port: 0 }) }
  },
  cpu: processCpu,
  startRecording: (): void => recorded.start(),
  /** Stops recording the statements of a tip of this order; `unchangedIds`: ids that they have for every order. */
  stopRecording(order: BenchOrder, unchangedIds: string[]): string[] {
    recorded.stop()
    recordedOrder = order
    idsOfAllOrders = new Set(unchangedIds)
    return recorded.statements.map(({ text }) => text)
  },
  async stop(): Promise<void> {
    await bare.close()
    await app?.close()
    process.disconnect()
  },
}
export type ServerCommands = typeof commands

handleCommands(commands)

function createBareServer() {
  const server = fastify({ forceCloseConnections: true })
  server.post<{ Body: BareCall }>('/tip', async ({ body: { order, providerUrl, token } }) => {
    const response = await fetch(`${providerUrl}/v2/checkout/orders/${order.providerId}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const found: unknown = await response.json()
    if (!response.ok || !app || !recordedOrder) throw new Error('the floor is not ready')
    const replaced = new Map([
      [recordedOrder.id, order.id],
      [recordedOrder.providerId, order.providerId],
    ])
    await recorded.replay(app.database.pool, replaced, idsOfAllOrders)
    return found
  })
  return server
}
