import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findRootLocation } from '../src/server/db/embedded/location.ts'
import { freePort } from '#server/testing/free-port.ts'
import { RunningApp } from '#server/testing/running-app.ts'
import { sharedDatabase } from './process/app.ts'
import { argument, chooseSizes } from './process/arguments.ts'
import { type Memory, memoryOf } from './start/memory.ts'

/**
 * Measures `npm start`: the time until the site responds, and the memory of all its processes when idle after the start
 * and after some requests. `npm run bench -- start clone` measures a fresh clone of the last commit, including install
 * and build. Linux only, because it reads /proc. Other Node processes share pages of the binary and lower the `PSS`.
 */
const MAX_MEGABYTES = 180
/** The idle time is long enough for the garbage of the start to be collected. */
const { IDLE_MS, REQUESTS } = chooseSizes({
  full: { IDLE_MS: 10_000, REQUESTS: 500 },
  short: { IDLE_MS: 200, REQUESTS: 4 },
})

const folder = await mkdtemp(path.join(tmpdir(), 'creative-wave-bench-'))
const dataDir = path.join(folder, 'data')
const isClone = argument === 'clone'
const cwd = isClone ? path.join(folder, 'clone') : process.cwd()
// Without a clone, install and build are not part of the measured time.
if (!isClone) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'ignore' })
const startedAt = performance.now()
if (isClone) execFileSync('git', ['clone', '--quiet', process.cwd(), cwd])
const app = new RunningApp(['npm', 'start', '--silent'], {
  cwd,
  detached: true,
  env: {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(await freePort('tcp')),
    LIVE_UDP_PORT: String(await freePort('udp')),
    DATA_DIR: dataDir,
    ...(await sharedDatabase()),
  },
})
try {
  const url = await app.url()
  console.log(`${isClone ? 'from a fresh clone' : 'built before'}: ready after ${secondsSince(startedAt)} s`)
  await pause(IDLE_MS)
  report('idle after the start', memoryOf(app.pid))
  for (let sent = 0; sent < REQUESTS; sent++) {
    const response = await fetch(sent % 2 === 0 ? url : `${url}/api/streams/live`)
    if (!response.ok) throw new Error(`${response.url} returned ${response.status}`)
    await response.arrayBuffer()
  }
  await pause(IDLE_MS)
  report(`idle after ${REQUESTS} requests`, memoryOf(app.pid))
} finally {
  app.signalGroup('SIGTERM')
  await app.ended
  const databaseLocation = await findRootLocation(dataDir)
  for (const each of databaseLocation ? [databaseLocation, folder] : [folder])
    await rm(each, { recursive: true, force: true })
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1)
}

/** Prints a table. `PSS` divides shared pages among their processes; `unshared` leaves out PostgreSQL's shared buffers. */
function report(when: string, processes: readonly Memory[]): void {
  console.log(`\n${when}`.padEnd(49) + ['RSS', 'PSS', 'unshared'].map((name) => name.padStart(10)).join(''))
  const print = (name: string, { rss, pss, shared }: Pick<Memory, 'rss' | 'pss' | 'shared'>) =>
    console.log(name.padEnd(48) + [rss, pss, pss - shared].map(megabytes).join(''))
  for (const each of processes) print(each.name.slice(0, 46), each)
  const sum = (key: 'rss' | 'pss' | 'shared') => processes.reduce((total, each) => total + each[key], 0)
  const total = { rss: sum('rss'), pss: sum('pss'), shared: sum('shared') }
  print('all', total)
  const unshared = (total.pss - total.shared) / 1024 ** 2
  console.log(`at most ${MAX_MEGABYTES} MB: ${unshared <= MAX_MEGABYTES ? 'yes' : 'over'}`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`.padStart(10)
}
