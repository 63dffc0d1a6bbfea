import type pg from 'pg'
import { measureCpu, postmasterOf } from '../process/cpu.ts'
import { chooseSizes, isShort } from '../process/arguments.ts'
import type { Remote } from '../process/remote.ts'
import { hostileCallsOf, loadEndpoints, hostileRequests } from './calls.ts'
import { send, sendFrame, sendRaw } from './send.ts'
import type { Commands } from './server.ts'
import { HOSTILE_TEXTS, HOSTILE_BODIES } from './strings.ts'

type Server = Remote<Commands>
type Setup = {
  url: string
  pool: pg.Pool
  /** Probes only calls whose name contains this. */
  only: string
  cookie: string
  ids: { userId: string; postId: string; streamId: string }
}
/** A call to measure; `run` resolves with the HTTP status. */
type Probe = { name: string; run: () => Promise<number> }
/** CPU time in milliseconds. */
type Result = { name: string; status: number; node: number; postgres: number }

/** Milliseconds of CPU that one call may cost. */
const MAX_MS = 25
/** A call that costs more is repeated, because the process may have done other work meanwhile; the minimum counts. */
const REPEAT_ABOVE_MS = 6
const MAX_PRINTED = 20
/** One endpoint in `EVERY` is probed, with one in `EVERY` of the calls. */
const { WARM_UP_CALLS, EVERY } = chooseSizes({
  full: { WARM_UP_CALLS: 200, EVERY: 1 },
  short: { WARM_UP_CALLS: 5, EVERY: 20 },
})

/** Measures every call, prints the most expensive ones, and returns the exit code. */
export async function probe(server: Server, setup: Setup): Promise<number> {
  const postmaster = await postmasterOf(setup.pool)
  const measure = (each: Probe) => measureProbe(server, postmaster, each)
  const floor = { name: 'GET /healthz (the floor)', run: () => send(setup.url, HEALTH) }
  for (let round = 0; round < WARM_UP_CALLS; round++) await floor.run()
  const results: Result[] = []
  let count = 0
  const chosen = (await probesOf(setup)).filter(({ name }) => name.includes(setup.only))
  if (chosen.length === 0) throw new Error(`no call is called '${setup.only}'`)
  for (const each of chosen.filter((_, index) => index % EVERY === 0)) {
    let cheapest = await measure(each)
    for (let round = 0; round < 4 && totalMs(cheapest) > REPEAT_ABOVE_MS; round++) {
      const repeated = await measure(each)
      if (totalMs(repeated) < totalMs(cheapest)) cheapest = repeated
    }
    results.push(cheapest)
    count += 1
    if (count % 1000 === 0) console.log(`${count} calls`)
  }
  const relevant = results.filter((result) => !isHashed(result)).toSorted((a, b) => totalMs(b) - totalMs(a))
  for (const result of [await measure(floor), ...relevant.slice(0, MAX_PRINTED)])
    console.log(formatResult(result))
  const tooExpensive = relevant.filter((result) => totalMs(result) > MAX_MS)
  console.log(`${tooExpensive.length} of ${count} calls cost more than ${MAX_MS} ms of CPU.`)
  return tooExpensive.length > 0 && !isShort ? 1 : 0
}

const HEALTH = { name: 'health', method: 'GET', path: '/healthz' }

async function probesOf(setup: Setup): Promise<Probe[]> {
  const { url, cookie, ids } = setup
  const endpoints = (await loadEndpoints()).filter((_, index) => index % EVERY === 0)
  const calls = endpoints.flatMap((endpoint) => {
    const callCookie = endpoint.access === 'anyone' ? undefined : cookie
    return [...hostileCallsOf(endpoint, ids)].map((call): Probe => ({
      name: call.name,
      run: () => send(url, call, callCookie),
    }))
  })
  const others = [...hostileRequests()].map((call): Probe => ({
    name: call.name,
    run: () => send(url, call),
  }))
  return [...calls, ...others, ...rawProbes(url), ...frameProbes(url, ids.streamId)]
}

/** Bodies in tiny chunks, which HTTP clients do not send. */
function rawProbes(url: string): Probe[] {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  const chunks = '1\r\na\r\n'.repeat(500_000)
  const paths = ['/api/contact', '/api/posts', '/nowhere', '/api/streams/live']
  return paths.map((path) => ({
    name: `POST ${path}: tiny chunks`,
    run: () => sendRaw(url, head(path) + chunks),
  }))
}

function frameProbes(url: string, streamId: string): Probe[] {
  const texts = Object.entries(HOSTILE_TEXTS).map(([label, make]): [string, string] => [
    label,
    JSON.stringify({ type: 'chat_message', streamId, content: make(9000) }),
  ])
  const bodies = Object.entries(HOSTILE_BODIES).map(([label, make]): [string, string] => [
    label,
    make(60_000),
  ])
  const lists: [string, string][] = [
    ['many ids to watch', JSON.stringify({ type: 'watch', postIds: Array(20_000).fill(''), userIds: [] })],
  ]
  return [...texts, ...bodies, ...lists].map(([label, frame]) => ({
    name: `/ws: ${label}`,
    run: () => sendFrame(url, frame),
  }))
}

async function measureProbe(server: Server, postmaster: number, { name, run }: Probe): Promise<Result> {
  let status = 0
  const { node, postgres } = await measureCpu(server, postmaster, async () => {
    status = await run()
  })
  return { name, status, node: node / 1000, postgres: postgres / 1000 }
}

/** Whether the call hashed a password: such calls are expensive by design, queued and rate-limited. */
function isHashed({ name, status }: Result): boolean {
  return /^\w+ \/api\/auth\/(login|register|password):/.test(name) && ![400, 413].includes(status)
}

const totalMs = ({ node, postgres }: Result) => node + postgres

function formatResult({ name, status, node, postgres }: Result): string {
  return `${node.toFixed(1).padStart(8)} ms Node ${postgres.toFixed(1).padStart(7)} ms PostgreSQL  ${status}  ${name.slice(0, 110)}`
}
