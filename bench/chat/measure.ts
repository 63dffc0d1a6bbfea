import type pg from 'pg'
import { parentOf, postgresCpu } from '../feed/cpu.ts'
import { ask } from '../feed/load.ts'
import { median } from '../process/median.ts'
import type { Remote } from '../process/remote.ts'
import { sideBySide } from '../process/side-by-side.ts'
import type { AppCommands } from './app.ts'
import type { FloorCommands } from './floor.ts'
import type { ListenerCommands } from './listeners.ts'
import { paced } from './paced.ts'
import { type Row, report } from './report.ts'
import { TEMPLATE, stamped } from './stamp.ts'

export type Setting = {
  app: Remote<AppCommands>
  floor: Remote<FloorCommands>
  listeners: Remote<ListenerCommands>
  pool: pg.Pool
  url: string
  floorUrl: string
}
type Scene = Setting & { cookies: string[]; viewerId: string; streamId: string }

const MEMBERS = 20
const ROUNDS = 3
/** Of each round. */
const SECONDS = 6
const STORED = 1000

/** Signs members up, measures each question in turn, and prints what it cost. */
export async function measure(setting: Setting): Promise<void> {
  const scene = { ...setting, ...(await signUpAll(setting.url)) }
  const rows = [
    ...(await measureStored(scene)),
    ...(await measureMemory(scene, 2000)),
    ...(await measureDelivery(scene, 2000, 20)),
    ...(await measureDelivery(scene, 1000, 10)),
  ]
  report(rows)
}

/** Members who write in turn, and a stream of the first. */
async function signUpAll(url: string): Promise<{ cookies: string[]; viewerId: string; streamId: string }> {
  const members: { id: string; cookie: string }[] = []
  for (let count = 0; count < MEMBERS; count++) members.push(await signUp(url))
  const cookies = members.map(({ cookie }) => cookie)
  const stream = { title: 'The bench', category: 'Just Chatting' }
  const made = await ask(`${url}/api/streams`, { method: 'POST', cookie: cookies[0] ?? '', body: stream })
  return { cookies, viewerId: members[0]?.id ?? '', streamId: idOf(made.body) }
}

async function signUp(url: string): Promise<{ id: string; cookie: string }> {
  const body = {
    email: `bench-${crypto.randomUUID()}@example.org`,
    password: 'only for the bench',
    firstName: 'Ama',
  }
  const signedUp = await ask(`${url}/api/auth/register`, { method: 'POST', body })
  const cookie = (signedUp.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  return { id: idOf(signedUp.body), cookie }
}

function idOf(body: string): string {
  // Boundary: the app's own answers.
  return (JSON.parse(body) as { id: string }).id
}

/** One stored message that twenty sockets hear, against one page of the feed. */
async function measureStored(scene: Scene): Promise<Row[]> {
  const { app, listeners, pool, viewerId } = scene
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  const cost = async (times: number, work: () => Promise<unknown>) => {
    const [node, postgres] = [await app.cpu(), postgresCpu(postmaster)]
    await work()
    return ((await app.cpu()) - node + postgresCpu(postmaster) - postgres) / times
  }
  await listeners.open(chatSocket(scene), 20, [])
  const figures: { message: number; feed: number }[] = []
  await sendMany(scene, STORED)
  await app.feedQueries(viewerId, STORED)
  for (let round = 0; round < ROUNDS; round++) {
    figures.push({
      feed: await cost(STORED, () => app.feedQueries(viewerId, STORED)),
      message: await cost(STORED, () => sendMany(scene, STORED)),
    })
  }
  await listeners.close()
  const [message, feed] = [
    median(figures.map((each) => each.message)),
    median(figures.map((each) => each.feed)),
  ]
  return [
    { name: 'one page of the feed, its query alone', is: feed, unit: 'µs of CPU' },
    { name: 'one stored message, 20 sockets', is: message, unit: 'µs of CPU' },
    { name: 'one stored message / one page of the feed', is: message / feed, atMost: 4 },
  ]
}

let turn = 0

/** Several at a time, as members write. */
const sendMany = (scene: Scene, times: number) => sideBySide(4, times, () => sendOne(scene))

function sendOne({ url, cookies, streamId }: Scene): Promise<unknown> {
  const cookie = cookies[turn++ % cookies.length] ?? ''
  const body = { streamId, message: stamped(TEMPLATE), clientId: crypto.randomUUID() }
  return ask(`${url}/api/chat/send`, { method: 'POST', cookie, body })
}

const chatSocket = ({ url, streamId }: Scene) => `${url}/ws?chat=true&streamId=${streamId}`

/** What a socket that has joined a stream takes, beside one of the bare server. */
async function measureMemory(scene: Scene, count: number): Promise<Row[]> {
  const { app, floor, listeners, url, floorUrl, streamId } = scene
  const hello = [JSON.stringify({ type: 'join_stream', streamId })]
  const [before, floorBefore] = [await app.memory(), await floor.memory()]
  await listeners.open(`${url}/ws?stream=true&streamId=${streamId}`, count, hello)
  const after = await app.memory()
  await listeners.open(floorUrl, count, [])
  const floorAfter = await floor.memory()
  await listeners.close()
  const each = (bytes: number) => bytes / count / 1000
  return [
    { name: 'bare socket, resident', is: each(floorAfter.resident - floorBefore.resident), unit: 'kB' },
    { name: 'bare socket, objects and buffers', is: each(floorAfter.used - floorBefore.used), unit: 'kB' },
    {
      name: `one of ${count} joined sockets, resident`,
      is: each(after.resident - before.resident),
      atMost: 30,
      unit: 'kB',
    },
    { name: 'joined socket, objects and buffers', is: each(after.used - before.used), unit: 'kB' },
  ]
}

/** Messages of a stream to so many sockets, against bare sends of the same bytes, in turn. */
async function measureDelivery(scene: Scene, count: number, perSecond: number): Promise<Row[]> {
  const { app, floor, listeners, url, floorUrl, streamId } = scene
  const { body } = await ask(`${url}/api/streams/${streamId}/chat`)
  // Boundary: the app's own list.
  const data = (JSON.parse(body) as { message: string }[]).at(-1)
  const postBare = () => {
    const message = { type: 'chat_message', streamId, data: { ...data, message: stamped(TEMPLATE) } }
    return ask(floorUrl, { method: 'POST', body: message })
  }
  const sides = {
    app: { cpu: () => app.cpu(), run: () => paced(perSecond, SECONDS, () => sendOne(scene)) },
    floor: { cpu: () => floor.cpu(), run: () => paced(perSecond, SECONDS, postBare) },
  }
  await listeners.open(chatSocket(scene), count, [])
  await listeners.open(floorUrl, count, [])
  const rounds: Record<keyof typeof sides, { cpu: number; p95: number; lost: number }[]> = {
    app: [],
    floor: [],
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of ['floor', 'app'] as const) {
      await listeners.reset()
      const before = await sides[side].cpu()
      await sides[side].run()
      const heard = await allHeard(listeners, count * perSecond * SECONDS)
      const cpu = ((await sides[side].cpu()) - before) / heard.count
      rounds[side].push({ cpu, p95: heard.p95, lost: count * perSecond * SECONDS - heard.count })
    }
  }
  await listeners.close()
  const of = (side: keyof typeof sides, figure: 'cpu' | 'p95' | 'lost') =>
    median(rounds[side].map((each) => each[figure]))
  const name = `${count} sockets, ${perSecond}/s`
  return [
    { name: `${name}: bare broadcast, a delivery`, is: of('floor', 'cpu'), unit: 'µs of CPU' },
    { name: `${name}: chat, a delivery`, is: of('app', 'cpu'), unit: 'µs of CPU' },
    { name: `${name}: chat / bare broadcast`, is: of('app', 'cpu') / of('floor', 'cpu'), atMost: 1.3 },
    { name: `${name}: bare broadcast, delivery p95`, is: of('floor', 'p95'), unit: 'ms' },
    { name: `${name}: chat, delivery p95`, is: of('app', 'p95'), atMost: 200, unit: 'ms' },
    { name: `${name}: deliveries missing`, is: of('app', 'lost'), atMost: 0 },
  ]
}

/** Waits for the last of them, up to two seconds. */
async function allHeard(listeners: Setting['listeners'], expected: number) {
  let heard = await listeners.heard()
  for (let time = 0; time < 20 && heard.count < expected; time++) {
    await paced(10, 0.2, () => {})
    heard = await listeners.heard()
  }
  return heard
}
