import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { startBenchPostgres } from './community/database.ts'
import { registerUser } from './community/register.ts'
import { chooseSizes, countArgument } from './process/arguments.ts'
import { closeConnections } from './process/http-client.ts'
import { median } from './process/median.ts'
import { startRemote } from './process/remote.ts'
import { type Row, report } from './process/report.ts'
import type { UploadCommands } from './upload/server.ts'

/**
 * Measures an upload in the parts that a browser sends, against a bare HTTP server that appends the same parts to a file on
 * the same disk. `npm run bench -- upload 1024` uploads 1 GB instead of 200 MB.
 */
const MEGABYTE = 1024 ** 2
const { PART_MEGABYTES, ROUNDS, ...DEFAULTS } = chooseSizes({
  full: { MEGABYTES: 200, PART_MEGABYTES: 32, ROUNDS: 5 },
  short: { MEGABYTES: 3, PART_MEGABYTES: 2, ROUNDS: 1 },
})
const MEGABYTES = countArgument(DEFAULTS.MEGABYTES)
const TUS = { 'tus-resumable': '1.0.0' }
const block = randomBytes(MEGABYTE)

/** Memory is resident, at the start and at its peak. */
type Measured = { seconds: number; cpuMicroseconds: number; idleBytes: number; peakBytes: number }

const postgres = await startBenchPostgres()
const servers = {
  app: await startRemote<UploadCommands>(new URL('./upload/server.ts', import.meta.url)),
  bare: await startRemote<UploadCommands>(new URL('./upload/server.ts', import.meta.url)),
}
try {
  const appUrl = await servers.app.startApp(
    postgres.folder,
    await postgres.createDatabase('bench_upload', { posts: 20, users: 100 }),
  )
  const bareFolder = path.join(postgres.folder, 'bare')
  await mkdir(bareFolder)
  const bareUrl = await servers.bare.startBare(bareFolder)
  const [ours, bare]: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const { cookie } = await registerUser(appUrl)
    bare.push(await measure('bare', () => uploadTo(`${bareUrl}/file-${round}`, {})))
    await empty(bareFolder)
    ours.push(
      await measure('app', async () =>
        uploadTo(await createUpload(appUrl, cookie), {
          cookie,
          ...TUS,
          'content-type': 'application/offset+octet-stream',
        }),
      ),
    )
    await empty(path.join(postgres.folder, 'data/uploads'))
    console.log(`round ${round + 1}: bare ${describe(bare.at(-1))}, app ${describe(ours.at(-1))}`)
  }
  report(compare(ours, bare))
} finally {
  closeConnections()
  for (const server of Object.values(servers)) await server.stop().catch(() => {})
  await postgres.close()
}

async function measure(name: keyof typeof servers, work: () => Promise<void>): Promise<Measured> {
  const server = servers[name]
  const idleBytes = await server.watchMemory()
  const cpuBefore = await server.cpu()
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  return {
    seconds,
    cpuMicroseconds: (await server.cpu()) - cpuBefore,
    idleBytes,
    peakBytes: await server.peakMemory(),
  }
}

async function createUpload(url: string, cookie: string): Promise<string> {
  const created = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: { ...TUS, cookie, 'upload-length': String(MEGABYTES * MEGABYTE) },
  })
  const location = created.headers.get('location')
  if (created.status !== 201 || location === null)
    throw new Error(`the upload was refused: ${created.status}`)
  return new URL(location, url).href
}

async function uploadTo(url: string, headers: Record<string, string>): Promise<void> {
  for (let sent = 0; sent < MEGABYTES; sent += PART_MEGABYTES) {
    const megabytes = Math.min(PART_MEGABYTES, MEGABYTES - sent)
    await sendPart(url, { ...headers, 'upload-offset': String(sent * MEGABYTE) }, megabytes)
  }
}

function sendPart(url: string, headers: Record<string, string>, megabytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(megabytes * MEGABYTE) }
    const part = request(url, { method: 'PATCH', headers: { ...headers, ...length } }, (response) => {
      response.resume()
      if (response.statusCode === 204) response.on('end', resolve)
      else reject(new Error(`a part was refused: ${response.statusCode}`))
    })
    part.on('error', reject)
    void (async () => {
      for (let sent = 0; sent < megabytes; sent += 1)
        if (!part.write(block)) await new Promise((drained) => part.once('drain', drained))
      part.end()
    })()
  })
}

/** Deletes the files, so that each round writes to an equally empty disk. */
async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true })
}

function compare(ours: readonly Measured[], bare: readonly Measured[]): Row[] {
  const rate = ({ seconds }: Measured) => MEGABYTES / seconds
  const cost = ({ cpuMicroseconds }: Measured) => cpuMicroseconds / MEGABYTES
  const ratios = (figure: (measured: Measured) => number) =>
    ours.map((each, round) => figure(each) / figure(bare[round] ?? each))
  const peak = (all: readonly Measured[]) => Math.max(...all.map(({ peakBytes }) => peakBytes)) / MEGABYTE
  return [
    { name: 'floor: bare server', value: median(bare.map(rate)), unit: 'MB/s' },
    { name: 'upload', value: median(ours.map(rate)), unit: 'MB/s' },
    { name: 'upload / bare, of the rate (aim: at least 0.8)', value: median(ratios(rate)) },
    { name: 'floor: CPU of the bare server', value: median(bare.map(cost)), unit: 'us/MB' },
    { name: 'CPU of the app', value: median(ours.map(cost)), unit: 'us/MB' },
    { name: 'CPU: app / bare', value: median(ratios(cost)), max: 1.4 },
    { name: 'floor: memory of the bare server at its peak', value: peak(bare), unit: 'MB' },
    { name: 'memory of the app before', value: (ours[0]?.idleBytes ?? 0) / MEGABYTE, unit: 'MB' },
    { name: 'memory of the app at its peak', value: peak(ours), unit: 'MB', max: 200 },
  ]
}

function describe(measured: Measured | undefined): string {
  return measured
    ? `${(MEGABYTES / measured.seconds).toFixed(0)} MB/s, ${(measured.cpuMicroseconds / MEGABYTES).toFixed(0)} us/MB`
    : ''
}
