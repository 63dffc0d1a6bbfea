import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ImagePool } from './image-pool.ts'
import { childModule } from '#server/startup/child-modules.ts'
import { jpegOfScans, pngChunk, pngWith } from '#server/images/testing/test-bombs.ts'
import { imageWorkerPids, openTestPool } from '#server/images/testing/test-image-pool.ts'

const MEGABYTE = 1024 ** 2
const SLOW_SIZE = { width: 5000, height: 5000, fit: 'cover' } as const
const SIZE = { width: 32, height: 32, fit: 'cover' } as const

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c81e1e' } })
const small = () => plain(64, 64).png().toBuffer()
/** Decoding updates 25 million pixels in each of 100 scans: some seconds of processor time. */
const slow = () => (slowImage ??= jpegOfScans(100, 5000, 5000))
let slowImage: Promise<Buffer> | undefined
/** For a progressive JPEG the decoder holds six bytes per pixel in memory. */
const large = () =>
  (largeImage ??= plain(6000, 6000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer())
let largeImage: Promise<Buffer> | undefined

function openPool(changes: Parameters<typeof openTestPool>[0] = {}): ImagePool {
  const pool = openTestPool(changes)
  onTestFinished(() => pool.close())
  return pool
}

const render = (pool: ImagePool, bytes: Buffer, requester = 'a user') =>
  pool.render(requester, { source: { bytes }, renditions: [SIZE] })

const renderSlowly = (pool: ImagePool, bytes: Buffer, requester = 'a user') =>
  pool.render(requester, { source: { bytes }, renditions: [SLOW_SIZE] })

test('an image that needs too much memory is refused, and other images are not affected', async () => {
  const pool = openPool({ memoryBytes: 256 * MEGABYTE })
  const results = await Promise.allSettled([render(pool, await large()), render(pool, await small())])
  expect(results).toMatchObject([
    { status: 'rejected', reason: { name: 'BadImage', problem: 'tooCostly' } },
    { status: 'fulfilled', value: [{ width: 32, height: 32 }] },
  ])
})

test('the log names the reason why an image was too costly, where there is one', async () => {
  const warn = vi.fn()
  const pool = openPool({ memoryBytes: 256 * MEGABYTE, log: { warn } })
  const manyChunks = pngWith(...Array<Buffer>(1001).fill(pngChunk('tEXt')))
  for (const bytes of [manyChunks, await large()])
    await expect(render(pool, bytes)).rejects.toMatchObject({ problem: 'tooCostly' })
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual([
    { requester: 'a user' },
    { requester: 'a user', reason: expect.any(String) },
  ])
})

test('a slow image of one user does not delay the image of another', async () => {
  const pool = openPool()
  const bytes = await small()
  await Promise.all([render(pool, bytes, 'a'), render(pool, bytes, 'b')])
  let isSettled = false
  const slowRendering = renderSlowly(pool, await slow(), 'a').finally(() => (isSettled = true))
  const refused = expect(slowRendering).rejects.toMatchObject({ status: 503 })
  await render(pool, bytes, 'b')
  expect(isSettled).toBe(false)
  await pool.close()
  await refused
})

test('an image that needs too much time is refused, and the user’s next image is decoded', async () => {
  const pool = openPool({ cpuMs: 400 })
  await expect(renderSlowly(pool, await slow())).rejects.toMatchObject({ problem: 'tooCostly' })
  await expect(render(pool, await small())).resolves.toMatchObject([{ width: 32 }])
})

test('an image whose process gets no time on a busy machine is not refused, but may be sent again', async () => {
  const pool = openPool({ cpuMs: 1000, busyMs: 4000 })
  await render(pool, await small())
  for (const pid of await imageWorkerPids()) process.kill(pid, 'SIGSTOP')
  await expect(render(pool, await small())).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  await expect(render(pool, await small())).resolves.toMatchObject([{ width: 32 }])
})

test('an image whose process is killed is refused, and the next image is decoded', async () => {
  const pool = openPool()
  await render(pool, await small())
  const rendering = renderSlowly(pool, await slow())
  const refused = expect(rendering).rejects.toMatchObject({ problem: 'tooCostly' })
  for (const pid of await imageWorkerPids()) process.kill(pid, 'SIGKILL')
  await refused
  await expect(render(pool, await small())).resolves.toMatchObject([{ width: 32 }])
})

test('processes run only while there are images and shortly after', async () => {
  const pool = openPool({ idleMs: 50 })
  expect(await imageWorkerPids()).toEqual([])
  await render(pool, await small())
  await vi.waitFor(async () => expect(await imageWorkerPids()).toEqual([]))
  await expect(render(pool, await small())).resolves.toMatchObject([{ width: 32 }])
})

test('closing rejects the running and waiting images with 503 and leaves no process', async () => {
  const pool = openPool()
  const renderings = [
    renderSlowly(pool, await slow()),
    render(pool, await small()),
    render(pool, await small(), 'b'),
  ]
  const outcomes = Promise.allSettled(renderings)
  await vi.waitFor(async () => expect(await imageWorkerPids()).not.toEqual([]))
  await pool.close()
  const unavailable = { status: 'rejected', reason: { status: 503, retryAfter: 60 } }
  expect(await outcomes).toMatchObject([unavailable, unavailable, unavailable])
  expect(await imageWorkerPids()).toEqual([])
  await expect(render(pool, await small())).rejects.toMatchObject({ status: 503 })
})

test('a process that cannot be started is a 503, and a later attempt succeeds', async () => {
  const pool = openPool()
  vi.stubEnv('NODE_OPTIONS', '--require /missing/from/this/machine.cjs')
  await expect(render(pool, await small())).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
    retryAfter: 60,
  })
  vi.unstubAllEnvs()
  await expect(render(pool, await small())).resolves.toMatchObject([{ width: 32 }])
})

test('a missing source file is an internal error and not a refused image', async () => {
  const rendering = openPool().render('a user', { source: { path: '/missing' }, renditions: [SIZE] })
  await expect(rendering).rejects.toThrow('ENOENT')
  await expect(rendering).rejects.not.toHaveProperty('problem')
})

test('further renditions are made only if they are narrower than the first', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'test-images-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'source.png')
  await writeFile(file, await plain(700, 70).png().toBuffer())
  const images = await openPool().render('a user', {
    source: { path: file },
    renditions: [{ width: 1600, height: 4096, fit: 'inside' }, inside(960), inside(480)],
  })
  expect(images.map(({ width, height }) => [width, height])).toEqual([
    [700, 70],
    [480, 48],
  ])
  expect((await sharp(images[1]?.bytes).metadata()).format).toBe('webp')
  expect((await readFile(file)).length).toBeGreaterThan(0)
})

const inside = (width: number) => ({ width, fit: 'inside' as const })

/** Starts a worker whose memory nobody else watches, as on a system without /proc. */
function startWorker({ memoryBytes = 2048 * MEGABYTE, cpuMs = 600_000 }) {
  const { entry, execArgv } = childModule('image-worker')
  const worker = fork(entry, [`${memoryBytes}`, `${cpuMs}`], { execArgv, serialization: 'advanced' })
  onTestFinished(() => void worker.kill('SIGKILL'))
  return worker
}

test.each([
  ['memory', { memoryBytes: 256 * MEGABYTE }, large],
  ['processor time', { cpuMs: 400 }, slow],
])('a worker kills itself above its limit of %s', async (_what, limits, make) => {
  const worker = startWorker(limits)
  await once(worker, 'message')
  worker.send({ source: { bytes: await make() }, renditions: [SLOW_SIZE] })
  expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL'])
})

test('a worker ends while it decodes an image when the app has exited', async () => {
  const worker = startWorker({})
  await once(worker, 'message')
  worker.send({ source: { bytes: await slow() }, renditions: [SLOW_SIZE] })
  worker.disconnect()
  expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL'])
})
