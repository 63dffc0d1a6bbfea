import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { startBenchPostgres } from './community/database.ts'
import { registerUser } from './community/register.ts'
import { chooseSizes } from './process/arguments.ts'
import { closeConnections, keepAliveAgent, sendRequest } from './process/http-client.ts'
import { median } from './process/median.ts'
import { startRemote } from './process/remote.ts'
import { type Row, report } from './process/report.ts'
import { runConcurrently } from './process/run-concurrently.ts'
import type { WatchCommands } from './watch/server.ts'

/**
 * Measures the parts of a public video that players request, against a bare server that sends the same bytes of the same
 * file: parts of the size of four seconds at 480p, and at 1080p.
 */
const MEGABYTE = 1024 ** 2
const PART_BYTES = { '480p': 512 * 1024, '1080p': 2.5 * MEGABYTE }
const { FILE_BYTES, BYTES_PER_ROUND, ROUNDS } = chooseSizes({
  full: { FILE_BYTES: 256 * MEGABYTE, BYTES_PER_ROUND: 1024 * MEGABYTE, ROUNDS: 7 },
  short: { FILE_BYTES: 5 * MEGABYTE, BYTES_PER_ROUND: 10 * MEGABYTE, ROUNDS: 1 },
})
const CONNECTIONS = 8
const NAME = '480p.mp4'

type Measured = { rate: number; cost: number }

const agent = keepAliveAgent(CONNECTIONS)
const postgres = await startBenchPostgres()
const servers = {
  app: await startRemote<WatchCommands>(new URL('./watch/server.ts', import.meta.url)),
  bare: await startRemote<WatchCommands>(new URL('./watch/server.ts', import.meta.url)),
}
try {
  const appUrl = await servers.app.startApp(
    postgres.folder,
    await postgres.createDatabase('bench_watch', { posts: 20, users: 100 }),
  )
  const { id: creatorId } = await registerUser(appUrl)
  const { id, key } = await servers.app.storeVideo(creatorId, NAME, FILE_BYTES)
  const file = path.join(postgres.folder, 'data/files', key)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, randomBytes(FILE_BYTES))
  const bareUrl = `${await servers.bare.startBare(path.dirname(file))}/${path.basename(file)}`
  const ourUrl = appUrl + (await findUrl(appUrl, id))
  const rows: Row[] = []
  for (const [quality, bytes] of Object.entries(PART_BYTES))
    rows.push(...(await compare(quality, bytes, { app: ourUrl, bare: bareUrl })))
  report(rows)
} finally {
  agent.destroy()
  closeConnections()
  for (const server of Object.values(servers)) await server.stop().catch(() => {})
  await postgres.close()
}

/** Returns the path of the file, as a player reads it. */
async function findUrl(url: string, id: string): Promise<string> {
  const { body } = await sendRequest(`${url}/api/videos/${id}`)
  // Boundary: the app's response for a video.
  const { sources } = JSON.parse(body) as { sources: { files: { url: string }[] } }
  const found = sources.files[0]?.url
  if (found === undefined) throw new Error('the video has no file')
  return found
}

async function compare(
  quality: string,
  bytes: number,
  urls: Record<keyof typeof servers, string>,
): Promise<Row[]> {
  const [ours, bare]: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await measure('bare', urls.bare, bytes))
    ours.push(await measure('app', urls.app, bytes))
  }
  const ratios = (figure: keyof Measured) =>
    ours.map((each, round) => each[figure] / (bare[round]?.[figure] ?? NaN))
  const all = (measured: readonly Measured[], figure: keyof Measured) =>
    median(measured.map((each) => each[figure]))
  return [
    { name: `${quality}, floor: bare server`, value: all(bare, 'rate'), unit: 'MB/s' },
    { name: `${quality}: app`, value: all(ours, 'rate'), unit: 'MB/s' },
    { name: `${quality}: app / bare (aim: at least 0.8)`, value: median(ratios('rate')) },
    { name: `${quality}: CPU, app / bare`, value: median(ratios('cost')) },
  ]
}

async function measure(name: keyof typeof servers, url: string, bytes: number): Promise<Measured> {
  const requests = Math.round(BYTES_PER_ROUND / bytes)
  const parts = Math.floor(FILE_BYTES / bytes)
  const cpuBefore = await servers[name].cpu()
  const startedAt = performance.now()
  let next = 0
  await runConcurrently(CONNECTIONS, requests, () => readPart(url, (next++ % parts) * bytes, bytes))
  const seconds = (performance.now() - startedAt) / 1000
  const megabytes = (requests * bytes) / MEGABYTE
  return { rate: megabytes / seconds, cost: ((await servers[name].cpu()) - cpuBefore) / megabytes }
}

function readPart(url: string, start: number, bytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { range: `bytes=${start}-${start + bytes - 1}` }
    const sent = request(url, { agent, headers }, (response) => {
      let received = 0
      response.on('data', (chunk: Buffer) => {
        received += chunk.length
      })
      response.on('end', () => {
        if (response.statusCode === 206 && received === bytes) resolve()
        else reject(new Error(`${url} returned ${response.statusCode} with ${received} bytes`))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
