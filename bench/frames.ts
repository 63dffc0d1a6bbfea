import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import sharp, { type Sharp } from 'sharp'
import { FRAME } from '#shared/live/stream-frames.ts'
import { storeFrame } from '#server/features/live/stream-frames/store-frame.ts'
import { MediaTool } from '#server/transcoding/testing/media-tool.ts'
import { PictureDecoder } from '#server/transcoding/picture-decoder.ts'
import { startBenchPostgres } from './community/database.ts'
import { registerUser } from './community/register.ts'
import { readKeyframe } from '#server/transcoding/testing/read-keyframe.ts'
import { chooseSizes } from './process/arguments.ts'
import { processCpu } from './process/commands.ts'
import { measureCpu, postmasterOf } from './process/cpu.ts'
import { closeConnections, sendRequest } from './process/http-client.ts'
import { median } from './process/median.ts'
import { listPids, parentOf, readProcFile } from './process/proc.ts'
import { startRemote } from './process/remote.ts'
import { report, type Row } from './process/report.ts'
import type { UploadCommands } from './upload/server.ts'

/**
 * Measures the CPU of one frame of a live stream. From a page: Node and PostgreSQL for the call, against a bare server that writes the
 * same bytes to a file. From an encoder: storing
 * it, and the process that decodes a keyframe of 720p, against sharp, which reduces a JPEG of
 * the same picture.
 */
const { ROUNDS, FRAMES, PICTURES } = chooseSizes({
  full: { ROUNDS: 5, FRAMES: 40, PICTURES: 100 },
  short: { ROUNDS: 1, FRAMES: 3, PICTURES: 2 },
})
/** Of all processes together. */
const MAX_MILLISECONDS = 15
const MICROSECONDS = 1000

const folder = await mkdtemp(path.join(tmpdir(), 'bench-frames-'))
const postgres = await startBenchPostgres()
const servers = {
  app: await startRemote<UploadCommands>(new URL('./upload/server.ts', import.meta.url)),
  bare: await startRemote<UploadCommands>(new URL('./upload/server.ts', import.meta.url)),
}
try {
  const page = await measureCall()
  const [h264, vp8] = [await measurePicture('mp4', 'libx264'), await measurePicture('webm', 'libvpx')]
  report([
    ...page.rows,
    { name: 'frame of a page', value: page.call, unit: 'ms CPU', max: MAX_MILLISECONDS },
    ...[h264, vp8].flatMap(({ name, decoding, floor }): Row[] => [
      { name: `picture of ${name}`, value: decoding, unit: 'ms CPU' },
      { name: `  sharp, the same picture`, value: floor, unit: 'ms CPU' },
      {
        name: `frame of an encoder, ${name}`,
        value: decoding + page.storing,
        unit: 'ms CPU',
        max: MAX_MILLISECONDS,
      },
    ]),
  ])
} finally {
  closeConnections()
  for (const server of Object.values(servers)) await server.stop().catch(() => {})
  await postgres.close()
  await rm(folder, { recursive: true, force: true })
}

async function measureCall(): Promise<{ call: number; storing: number; rows: Row[] }> {
  const connection = await postgres.createDatabase('bench_frames', { posts: 20, users: 100 })
  const url = await servers.app.startApp(postgres.folder, connection)
  const bareFolder = path.join(postgres.folder, 'bare')
  await mkdir(bareFolder)
  const bareUrl = await servers.bare.startBare(bareFolder)
  const jpeg = await makePhoto(FRAME.width, FRAME.height).jpeg({ quality: 70 }).toBuffer()
  const body = { image: jpeg.toString('base64') }
  const pool = new pg.Pool({ ...connection, max: 1 })
  const postmaster = await postmasterOf(pool)
  const db = drizzle(pool)
  const [own, bare, storing]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const { cookie } = await registerUser(url)
    const created = await sendRequest(`${url}/api/streams`, {
      ...{ method: 'POST', cookie },
      body: { title: 'Loom', category: 'Just Chatting' },
    })
    // Boundary: the app's response to a created stream.
    const { id } = JSON.parse(created.body) as { id: string }
    await sendRequest(`${url}/api/streams/${id}`, { method: 'PUT', cookie, body: { isLive: true } })
    const send = () => sendRequest(`${url}/api/streams/${id}/frame`, { method: 'PUT', cookie, body })
    await send()
    const repeat = async (work: () => Promise<unknown>) => {
      for (let frame = 0; frame < FRAMES; frame += 1) await work()
    }
    const cost = await measureCpu(servers.app, postmaster, () => repeat(send))
    own.push((cost.node + cost.postgres) / FRAMES / MICROSECONDS)
    const write = () => fetch(`${bareUrl}/frame-${round}`, { method: 'PUT', body: body.image })
    await write()
    const floor = await measureCpu(servers.bare, postmaster, () => repeat(write))
    bare.push(floor.node / FRAMES / MICROSECONDS)
    const store = () => storeFrame({ db, publish: () => undefined }, id, jpeg)
    await store()
    const stored = await measureCpu({ cpu: async () => processCpu() }, postmaster, () => repeat(store))
    storing.push((stored.node + stored.postgres) / FRAMES / MICROSECONDS)
    console.log(`round ${round + 1}: ${own.at(-1)?.toFixed(1)} ms, bare ${bare.at(-1)?.toFixed(1)} ms`)
  }
  await pool.end()
  return {
    call: median(own),
    storing: median(storing),
    rows: [
      { name: `PUT of a frame of ${(jpeg.length / 1024).toFixed(0)} kB`, value: median(own), unit: 'ms CPU' },
      { name: 'storing it alone', value: median(storing), unit: 'ms CPU' },
      { name: '  bare server writes it to a file', value: median(bare), unit: 'ms CPU' },
    ],
  }
}

async function measurePicture(format: 'mp4' | 'webm', codec: 'libx264' | 'libvpx') {
  const tool = new MediaTool(new URL('../src/transcode/testing/media-tool.ts', import.meta.url), [
    ...['--import', 'tsx'],
  ])
  const options = codec === 'libx264' ? { preset: 'veryfast' } : { deadline: 'realtime', 'cpu-used': 8 }
  const video = { codec, width: 1280, height: 720, rate: 30, isDetailed: true, options } as const
  const file = await tool.make({ format, seconds: 1, video }, path.join(folder, `source.${format}`))
  tool.close()
  const keyframe = await readKeyframe(file)
  const decoder = new PictureDecoder({ memoryBytes: 1024 ** 3, totalMemoryBytes: Infinity })
  const { width, height } = FRAME
  const decode = () => decoder.decode('bench', { ...keyframe, width, height })
  await decode()
  const [pid] = listPids().filter((each) => parentOf(each) === process.pid && isTranscoder(each))
  if (pid === undefined) throw new Error('the process that decodes was not found')
  const before = runningMilliseconds(pid)
  for (let count = 0; count < PICTURES; count += 1) await decode()
  const decoding = (runningMilliseconds(pid) - before) / PICTURES
  await decoder.close()
  return { name: keyframe.codec, decoding, floor: await measureSharp() }
}

async function measureSharp(): Promise<number> {
  sharp.concurrency(1)
  const photo = await makePhoto(1280, 720).jpeg({ quality: 80 }).toBuffer()
  const reduce = () => sharp(photo).resize(FRAME.width, FRAME.height).jpeg({ quality: 80 }).toBuffer()
  await reduce()
  const before = process.cpuUsage()
  for (let count = 0; count < PICTURES; count += 1) await reduce()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / PICTURES / MICROSECONDS
}

/** A picture with as much detail as a camera's. */
function makePhoto(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } }).blur(1.2)
}

function isTranscoder(pid: number): boolean {
  return readProcFile(pid, 'cmdline').includes('transcode')
}

function runningMilliseconds(pid: number): number {
  return Number(readProcFile(pid, 'schedstat').split(' ')[0]) / 1e6
}
