import { type CpuTime, measureCpu } from '../process/cpu.ts'
import { chooseSizes, countArgument } from '../process/arguments.ts'
import { sendRequest } from '../process/http-client.ts'
import { median } from '../process/median.ts'
import type { Remote } from '../process/remote.ts'
import type { Case } from './case.ts'
import type { Page } from './pages.ts'
import type { AdminCommands } from './server.ts'

const { ROUNDS, ...DEFAULTS } = chooseSizes({
  full: { ROUNDS: 5, REQUESTS: 10 },
  short: { ROUNDS: 1, REQUESTS: 2 },
})
/** Requests of each case and round. `npm run bench -- admin 3` is faster and less accurate. */
const REQUESTS = countArgument(DEFAULTS.REQUESTS)
/** Warm-up before a measurement: opens connections, and PostgreSQL reads the rows into its memory. */
const WARM_UP_REQUESTS = 2

type Setup = {
  server: Remote<AdminCommands>
  urls: { app: string; bare: string }
  cookie: string
  postmaster: number
}

/** Medians in milliseconds; `bare` is undefined for a request without a floor. */
export type CaseResult = { name: string; app: number; bare: number | undefined; cpu: CpuTime }
export type PageResult = { name: string; cpu: CpuTime }

export async function measureCases(setup: Setup, cases: readonly Case[]): Promise<CaseResult[]> {
  const prepared: Requests[] = []
  // One after the other: the app's statements are recorded.
  for (const [index, each] of cases.entries())
    prepared.push(await prepareFloor(setup, each, `floor-${index}`))
  const samples = prepared.map((): Sample => ({ app: [], bare: [], cpu: [] }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, requests] of prepared.entries()) {
      const sample = samples[index]
      if (sample) await measureRound(setup, requests, sample)
    }
    console.log(`round ${round + 1} of ${ROUNDS}`)
  }
  return cases.map(({ name }, index) => {
    const { app = [], bare = [], cpu = [] } = samples[index] ?? {}
    return { name, app: median(app), bare: bare.length > 0 ? median(bare) : undefined, cpu: medianCpu(cpu) }
  })
}

export async function measurePages(setup: Setup, pages: readonly Page[]): Promise<PageResult[]> {
  const results: PageResult[] = []
  for (const { name, paths } of pages) {
    const open = () =>
      Promise.all(paths.map((path) => sendRequest(setup.urls.app + path, { cookie: setup.cookie })))
    await repeat(WARM_UP_REQUESTS, open)
    const rounds: CpuTime[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await cpuOf(setup, open))
    results.push({ name, cpu: medianCpu(rounds) })
  }
  return results
}

type Sample = { app: number[]; bare: number[]; cpu: CpuTime[] }
type Requests = { app: () => Promise<unknown>; bare: (() => Promise<unknown>) | undefined }

/** Also checks that the floor has the rows of the app, in the same order. */
async function prepareFloor(
  { server, urls, cookie }: Setup,
  { name, path, floor }: Case,
  key: string,
): Promise<Requests> {
  const app = () => sendRequest(urls.app + path, { cookie })
  if (floor === 'none') return { app, bare: undefined }
  const bare = () => sendRequest(`${urls.bare}/${key}`)
  if (floor === 'own statements') {
    await server.startRecording()
    await app()
    await server.setBareStatements(key, await server.stopRecording())
    return { app, bare }
  }
  await server.setBareStatements(key, [floor])
  const [expected, found] = [idsOf((await app()).body), idsOf((await bare()).body)]
  if (expected !== undefined && JSON.stringify(expected) !== JSON.stringify(found))
    throw new Error(
      `the floor of '${name}' has other rows than the app: ${found?.length}, ${expected.length}`,
    )
  return { app, bare }
}

/** Returns the ids of a list, undefined for figures. */
function idsOf(body: string): unknown[] | undefined {
  const parsed: unknown = JSON.parse(body)
  const rows: unknown =
    typeof parsed === 'object' && parsed !== null && 'users' in parsed ? parsed.users : parsed
  if (!Array.isArray(rows)) return undefined
  // Boundary: the app's lists and those of the bare server have rows with one of these.
  return rows.map((row: Record<string, unknown>) => row['id'] ?? row['creatorId'] ?? row['user_id'])
}

async function measureRound(setup: Setup, { app, bare }: Requests, sample: Sample): Promise<void> {
  await repeat(WARM_UP_REQUESTS, async () => {
    await app()
    await bare?.()
  })
  // Alternating, so that other load of the machine affects both.
  await repeat(REQUESTS, async () => {
    sample.app.push(await timeOf(app))
    if (bare) sample.bare.push(await timeOf(bare))
  })
  sample.cpu.push(await cpuOf(setup, app))
}

async function timeOf(send: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await send()
  return performance.now() - startedAt
}

/** CPU time of one request, in milliseconds. */
async function cpuOf({ server, postmaster }: Setup, send: () => Promise<unknown>): Promise<CpuTime> {
  const { node, postgres } = await measureCpu(server, postmaster, () => repeat(REQUESTS, send))
  return { node: node / REQUESTS / 1000, postgres: postgres / REQUESTS / 1000 }
}

async function repeat(times: number, run: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < times; count++) await run()
}

const medianCpu = (times: readonly CpuTime[]): CpuTime => ({
  node: median(times.map(({ node }) => node)),
  postgres: median(times.map(({ postgres }) => postgres)),
})
