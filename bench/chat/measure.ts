import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { readConfig } from '#server/config.ts'
import { registerUser } from '../community/register.ts'
import { seedBlocks, stabilizeDatabase } from '../community/seed.ts'
import { measureCpu, postmasterOf } from '../process/cpu.ts'
import { chooseSizes } from '../process/arguments.ts'
import { sendRequest } from '../process/http-client.ts'
import { median } from '../process/median.ts'
import type { Remote } from '../process/remote.ts'
import { type Row, report } from '../process/report.ts'
import { runConcurrently } from '../process/run-concurrently.ts'
import type { AppCommands } from './app.ts'
import type { FloorCommands } from './floor.ts'
import type { ListenerCommands } from './listeners.ts'
import { runAtRate } from './run-at-rate.ts'
import { TEMPLATE, withTimestamp } from './timestamp.ts'

export type Setup = {
  app: Remote<AppCommands>
  floor: Remote<FloorCommands>
  listeners: Remote<ListenerCommands>
  pool: pg.Pool
  url: string
  floorUrl: string
}
type Context = Setup & {
  cookies: string[]
  /** Sessions of users who have blocked `BLOCKS` users, and are blocked by as many. */
  blockerCookies: string[]
  userId: string
  streamId: string
}

const SIZES = chooseSizes({
  full: {
    USERS: 20,
    BLOCKS: 500,
    ROUNDS: 5,
    STORED_MESSAGES: 1000,
    SOCKETS: 2000,
    // The speed of a shared machine changes within seconds: many short rounds in turn instead of a few long ones.
    DELIVERY_ROUNDS: 20,
    SECONDS_PER_ROUND: 1.5,
    SECONDS_UNTIL_ALONE: 25,
    HEARTBEATS: 2,
  },
  short: {
    USERS: 4,
    BLOCKS: 10,
    ROUNDS: 1,
    STORED_MESSAGES: 20,
    SOCKETS: 20,
    DELIVERY_ROUNDS: 1,
    SECONDS_PER_ROUND: 0.5,
    SECONDS_UNTIL_ALONE: 0,
    HEARTBEATS: 0.01,
  },
})
const { USERS, BLOCKS, ROUNDS, STORED_MESSAGES, SOCKETS, DELIVERY_ROUNDS, SECONDS_PER_ROUND } = SIZES
const { SECONDS_UNTIL_ALONE, HEARTBEATS } = SIZES
const HEARTBEAT_MS = readConfig({}).heartbeatMs

/** Signs users up, measures the cost of stored messages, memory and deliveries, and prints them. */
export async function measure(setup: Setup): Promise<void> {
  const context = { ...setup, ...(await createStream(setup)) }
  // A new app sends each message to other processes, until it knows that it is the only one.
  await pause(SECONDS_UNTIL_ALONE * 1000)
  const rows = [
    ...(await measureStored(context)),
    ...(await measureBlocks(context)),
    ...(await measureMemory(context, SOCKETS)),
    ...(await measureDelivery(context, SOCKETS, 20)),
    ...(await measureDelivery(context, SOCKETS / 2, 10)),
  ]
  report(rows)
}

/** Signs up the users who write in turn, and creates a stream of the first one. */
async function createStream({
  url,
  pool,
}: Setup): Promise<Pick<Context, 'cookies' | 'blockerCookies' | 'userId' | 'streamId'>> {
  const users: { id: string; cookie: string }[] = []
  for (let count = 0; count < 2 * USERS; count++) users.push(await registerUser(url))
  const blockers = users.splice(USERS)
  for (const { id } of blockers) await seedBlocks(pool, id, BLOCKS)
  await stabilizeDatabase(pool)
  const cookies = users.map(({ cookie }) => cookie)
  const { body } = await sendRequest(`${url}/api/streams`, {
    method: 'POST',
    cookie: cookies[0] ?? '',
    body: { title: 'The bench', category: 'Just Chatting' },
  })
  // Boundary: the app's response to a creation.
  const { id } = JSON.parse(body) as { id: string }
  return {
    cookies,
    blockerCookies: blockers.map(({ cookie }) => cookie),
    userId: users[0]?.id ?? '',
    streamId: id,
  }
}

/** The CPU time of one stored message that is delivered to twenty sockets, against one page of the feed. */
async function measureStored(context: Context): Promise<Row[]> {
  const { app, listeners, pool, userId } = context
  const postmaster = await postmasterOf(pool)
  const cost = async (work: () => Promise<unknown>) => {
    const { node, postgres } = await measureCpu(app, postmaster, work)
    return (node + postgres) / STORED_MESSAGES
  }
  const queryFeed = () => app.feedQueries(userId, STORED_MESSAGES)
  const sendMessages = () => runConcurrently(4, STORED_MESSAGES, () => sendMessage(context))
  await listeners.open(chatSocket(context), 20, [])
  const costs: { message: number; feed: number }[] = []
  await sendMessages()
  await queryFeed()
  for (let round = 0; round < ROUNDS; round++)
    costs.push({ feed: await cost(queryFeed), message: await cost(sendMessages) })
  await listeners.close()
  const [message, feed] = [median(costs.map((each) => each.message)), median(costs.map((each) => each.feed))]
  return [
    { name: 'one page of the feed, its query alone', value: feed, unit: 'µs of CPU' },
    { name: 'one stored message, 20 sockets', value: message, unit: 'µs of CPU' },
    { name: 'one stored message / one page of the feed', value: message / feed, max: 4 },
  ]
}

/** What a message and the history of the chat cost users with blocks, against users without, in turn. */
async function measureBlocks(context: Context): Promise<Row[]> {
  const { app, listeners, pool, url, streamId, cookies, blockerCookies } = context
  const postmaster = await postmasterOf(pool)
  const cost = async (request: () => Promise<unknown>) => {
    const work = () => runConcurrently(4, STORED_MESSAGES, request)
    const { node, postgres } = await measureCpu(app, postmaster, work)
    return (node + postgres) / STORED_MESSAGES
  }
  const read = (cookie = '') => sendRequest(`${url}/api/streams/${streamId}/chat`, { cookie })
  const requests = {
    'a stored message': (users: string[]) => () => sendMessage({ ...context, cookies: users }),
    'the history': (users: string[]) => () => read(users[0]),
  }
  const rows: Row[] = []
  await listeners.open(chatSocket(context), 20, [])
  for (const [name, request] of Object.entries(requests)) {
    const pairs: number[] = []
    await cost(request(blockerCookies))
    for (let round = 0; round < ROUNDS; round++) {
      const without = await cost(request(cookies))
      pairs.push((await cost(request(blockerCookies))) / without)
    }
    rows.push({ name: `${name}, many blocks / without`, value: median(pairs), max: 1.1 })
  }
  await listeners.close()
  return rows
}

let sentCount = 0

/** Sends one chat message; the users take turns. */
function sendMessage({ url, cookies, streamId }: Context): Promise<unknown> {
  const cookie = cookies[sentCount++ % cookies.length] ?? ''
  const body = { streamId, message: withTimestamp(TEMPLATE), clientId: crypto.randomUUID() }
  return sendRequest(`${url}/api/chat/send`, { method: 'POST', cookie, body })
}

const chatSocket = ({ url, streamId }: Context) => `${url}/ws?chat=true&streamId=${streamId}`

/** The memory of a socket that has joined a stream, against a socket of the bare server. */
async function measureMemory(context: Context, count: number): Promise<Row[]> {
  const { app, floor, listeners, url, floorUrl, streamId } = context
  const firstMessages = [JSON.stringify({ type: 'join_stream', streamId })]
  const [before, floorBefore] = [await app.memory(), await floor.memory()]
  await listeners.open(`${url}/ws?stream=true&streamId=${streamId}`, count, firstMessages)
  const after = await app.memory()
  await listeners.open(floorUrl, count, [])
  const floorAfter = await floor.memory()
  await listeners.close()
  const kilobytesEach = (bytes: number) => bytes / count / 1000
  return [
    {
      name: 'bare socket, resident',
      value: kilobytesEach(floorAfter.resident - floorBefore.resident),
      unit: 'kB',
    },
    {
      name: 'bare socket, objects and buffers',
      value: kilobytesEach(floorAfter.used - floorBefore.used),
      unit: 'kB',
    },
    {
      name: `one of ${count} joined sockets, resident`,
      value: kilobytesEach(after.resident - before.resident),
      max: 30,
      unit: 'kB',
    },
    {
      name: 'joined socket, objects and buffers',
      value: kilobytesEach(after.used - before.used),
      unit: 'kB',
    },
  ]
}

type Round = { cpu: number; p95: number; missing: number }
type Pair = { floor: Round; app: Round }

/**
 * The deliveries of chat messages to `count` sockets, against bare broadcasts of the same bytes, in turn. The medians leave
 * out the few rounds with a heartbeat, which is measured apart.
 */
async function measureDelivery(context: Context, count: number, perSecond: number): Promise<Row[]> {
  const { app, floor, listeners, floorUrl } = context
  const sendBare = await bareSender(context)
  const withoutSockets = await idleCpu(context)
  await listeners.open(chatSocket(context), count, [])
  await listeners.open(floorUrl, count, [])
  const expected = count * perSecond * SECONDS_PER_ROUND
  const measureRound = async (
    side: { cpu(): Promise<number> },
    send: () => Promise<unknown>,
  ): Promise<Round> => {
    await listeners.reset()
    const before = await side.cpu()
    await runAtRate(perSecond, SECONDS_PER_ROUND, send)
    const received = await waitForDeliveries(listeners, expected)
    const cpu = ((await side.cpu()) - before) / received.count
    return { cpu, p95: received.p95, missing: expected - received.count }
  }
  const measurePair = async (): Promise<Pair> => ({
    floor: await measureRound(floor, sendBare),
    app: await measureRound(app, () => sendMessage(context)),
  })
  // Not counted: the bare server has not sent anything yet, and the app has.
  await measurePair()
  const pairs: Pair[] = []
  for (let round = 0; round < DELIVERY_ROUNDS; round++) pairs.push(await measurePair())
  const heartbeat = ((await idleCpu(context)) - withoutSockets) / count / HEARTBEATS
  await listeners.close()
  return deliveryRows(`${count} sockets, ${perSecond}/s`, pairs, heartbeat)
}

/** The CPU time of the idle app, in microseconds, during some heartbeats. */
async function idleCpu({ app }: Context): Promise<number> {
  const before = await app.cpu()
  await pause(HEARTBEATS * HEARTBEAT_MS)
  return (await app.cpu()) - before
}

/** Returns a function that posts the bytes of a chat message to the bare server. */
async function bareSender({ url, floorUrl, streamId }: Context): Promise<() => Promise<unknown>> {
  const { body } = await sendRequest(`${url}/api/streams/${streamId}/chat`)
  // Boundary: the app's list of messages.
  const data = (JSON.parse(body) as { message: string }[]).at(-1)
  return () => {
    const message = { type: 'chat_message', streamId, data: { ...data, message: withTimestamp(TEMPLATE) } }
    return sendRequest(floorUrl, { method: 'POST', body: message })
  }
}

/** `heartbeat`: CPU time of a ping and its pong, in microseconds. */
function deliveryRows(name: string, pairs: readonly Pair[], heartbeat: number): Row[] {
  const medianOf = (value: (pair: Pair) => number) => median(pairs.map(value))
  const bare = medianOf(({ floor }) => floor.cpu)
  return [
    { name: `${name}: bare broadcast, a delivery`, value: bare, unit: 'µs of CPU' },
    { name: `${name}: chat, a delivery`, value: medianOf(({ app }) => app.cpu), unit: 'µs of CPU' },
    {
      name: `${name}: chat / bare broadcast`,
      value: medianOf(({ app, floor }) => app.cpu / floor.cpu),
      max: 1.1,
    },
    { name: `${name}: a heartbeat / a bare delivery`, value: heartbeat / bare, max: 8 },
    { name: `${name}: bare broadcast, delivery p95`, value: medianOf(({ floor }) => floor.p95), unit: 'ms' },
    { name: `${name}: chat, delivery p95`, value: medianOf(({ app }) => app.p95), max: 200, unit: 'ms' },
    { name: `${name}: deliveries missing`, value: Math.max(...pairs.map(({ app }) => app.missing)), max: 0 },
  ]
}

/** Polls until all deliveries have arrived, for up to four seconds. */
async function waitForDeliveries(listeners: Setup['listeners'], expected: number) {
  let received = await listeners.received()
  for (let poll = 0; poll < 20 && received.count < expected; poll++) {
    await pause(200)
    received = await listeners.received()
  }
  return received
}
