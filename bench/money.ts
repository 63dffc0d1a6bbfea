import pg from 'pg'
import { startBenchPostgres } from './community/database.ts'
import { registerUser } from './community/register.ts'
import type { ProviderCommands } from './money/provider.ts'
import type { BenchOrder, ServerCommands } from './money/server.ts'
import { measureCpu, postmasterOf } from './process/cpu.ts'
import { chooseSizes, countArgument } from './process/arguments.ts'
import { closeConnections, sendRequest } from './process/http-client.ts'
import { median } from './process/median.ts'
import { report } from './process/report.ts'
import { startRemote } from './process/remote.ts'
import { runConcurrently } from './process/run-concurrently.ts'

/**
 * Measures the CPU of Node and PostgreSQL that `POST /api/tips` costs (tip, ledger, earnings, notification), against a bare
 * server that sends the same statements by the driver alone and fetches the order from the provider once. The provider is
 * simulated in a process of its own. On a temporary database.
 */
const { COMMUNITY, ROUNDS, WARM_UP_TIPS, ...DEFAULTS } = chooseSizes({
  full: { COMMUNITY: { posts: 1000, users: 10_000 }, ROUNDS: 5, WARM_UP_TIPS: 50, TIPS: 300 },
  short: { COMMUNITY: { posts: 100, users: 100 }, ROUNDS: 1, WARM_UP_TIPS: 2, TIPS: 4 },
})
/** Tips of each round. `npm run bench -- money 50` is faster and less accurate. */
const TIPS = countArgument(DEFAULTS.TIPS)
const CONCURRENCY = 4
const MAX_RATIO = 2
const MESSAGE = 'For the pot and the stories'

type User = { id: string; cookie: string }

const postgres = await startBenchPostgres()
const server = await startRemote<ServerCommands>(new URL('./money/server.ts', import.meta.url))
const provider = await startRemote<ProviderCommands>(new URL('./money/provider.ts', import.meta.url))
const connection = await postgres.createDatabase('bench_money', COMMUNITY)
const pool = new pg.Pool({ ...connection, max: 2 })
try {
  await measure()
} finally {
  closeConnections()
  await pool.end()
  await server.stop().catch(() => {})
  await provider.stop().catch(() => {})
  await postgres.close()
}

async function measure(): Promise<void> {
  const env = await provider.env()
  const urls = await server.start(postgres.folder, connection, env)
  const providerUrl = env['PAYPAL_BASE_URL'] ?? ''
  const token = await fetchToken(providerUrl, env)
  const [creator, fan] = [await registerUser(urls.app), await registerUser(urls.app)]
  const payout = { payoutEmail: 'creator@example.org', payoutCountry: 'US' }
  await sendRequest(`${urls.app}/api/creator/payout`, { method: 'PUT', cookie: creator.cookie, body: payout })

  const tip = ({ providerId }: BenchOrder) =>
    sendRequest(`${urls.app}/api/tips`, {
      method: 'POST',
      cookie: fan.cookie,
      body: { streamerId: creator.id, amount: '5.00', message: MESSAGE, paypalOrderId: providerId },
    })
  const bareTip = (order: BenchOrder) =>
    sendRequest(`${urls.bare}/tip`, { method: 'POST', body: { order, providerUrl, token } })
  const orders = (count: number) => payOrders(urls.app, { creator, fan }, count)

  await runAll(await orders(WARM_UP_TIPS), tip)
  const [order] = await orders(1)
  if (!order) throw new Error('no order')
  await server.startRecording()
  await tip(order)
  const statements = await server.stopRecording(order, [creator.id, fan.id])
  console.log(`${statements.length} statements for one tip`)
  await runAll(await orders(WARM_UP_TIPS), bareTip)

  const postmaster = await postmasterOf(pool)
  const ratios: number[] = []
  const costs: Record<'app' | 'bare', number[]> = { app: [], bare: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const cost = async (send: typeof tip) => {
      const paid = await orders(TIPS)
      const { node, postgres: database } = await measureCpu(server, postmaster, () => runAll(paid, send))
      return (node + database) / TIPS
    }
    const [app, bare] = [await cost(tip), await cost(bareTip)]
    costs.app.push(app)
    costs.bare.push(bare)
    ratios.push(app / bare)
    console.log(`round ${round + 1} of ${ROUNDS}: ${app.toFixed(0)} µs, bare ${bare.toFixed(0)} µs`)
  }
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from tips')
  console.log(`${rows[0]?.count} tips stored`)
  report([
    { name: 'POST /api/tips, CPU', value: median(costs.app), unit: 'µs' },
    { name: 'bare statements and one fetch, CPU', value: median(costs.bare), unit: 'µs' },
    { name: 'ratio', value: median(ratios), max: MAX_RATIO },
  ])
}

function runAll(orders: readonly BenchOrder[], send: (order: BenchOrder) => Promise<unknown>): Promise<void> {
  const left = [...orders]
  return runConcurrently(CONCURRENCY, orders.length, async () => {
    const order = left.pop()
    if (order) await send(order)
  })
}

/** Creates orders that are paid and have no tip yet. */
async function payOrders(url: string, { creator, fan }: { creator: User; fan: User }, count: number) {
  const providerIds: string[] = []
  await runConcurrently(CONCURRENCY, count, async () => {
    const order = { amount: '5.00', streamerId: creator.id, message: MESSAGE }
    const sent = { method: 'POST', cookie: fan.cookie }
    const { body } = await sendRequest(`${url}/api/paypal/order`, { ...sent, body: order })
    // Boundary: the app's response to a created order.
    const { id } = JSON.parse(body) as { id: string }
    await provider.approve(id)
    await sendRequest(`${url}/api/paypal/order/${id}/capture`, sent)
    providerIds.push(id)
  })
  const { rows } = await pool.query<BenchOrder>(
    'select id, provider_order_id as "providerId" from payment_orders where provider_order_id = any ($1)',
    [providerIds],
  )
  return rows
}

async function fetchToken(providerUrl: string, env: Record<string, string>): Promise<string> {
  const credentials = Buffer.from(`${env['PAYPAL_CLIENT_ID']}:${env['PAYPAL_CLIENT_SECRET']}`)
  const response = await fetch(`${providerUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${credentials.toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  // Boundary: the simulated provider's response.
  const { access_token: token } = (await response.json()) as { access_token: string }
  return token
}
