import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ImagePool } from './image-pool.ts'
import { jpegOfScans } from '#server/images/testing/test-bombs.ts'
import { childPids, openTestPool } from '#server/images/testing/test-image-pool.ts'

const MEGABYTE = 1024 ** 2
const SLOW_SIZE = { width: 7000, height: 7000, fit: 'cover' } as const
const SIZE = { width: 32, height: 32, fit: 'cover' } as const

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c81e1e' } })
const small = () => plain(64, 64).png().toBuffer()
/** Every scan touches every pixel again, and as many pixels are written: some seconds of processor time. */
const slow = () => jpegOfScans(100, 7000, 7000)
/** Of a progressive picture the decoder keeps six bytes a pixel. */
const large = () => plain(6000, 6000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()

function openPool(changes: Parameters<typeof openTestPool>[0] = {}): ImagePool {
  const pool = openTestPool(changes)
  onTestFinished(() => pool.close())
  return pool
}

const render = (pool: ImagePool, bytes: Buffer, requester = 'a member') =>
  pool.render(requester, { source: { bytes }, renditions: [SIZE] })

const renderSlowly = (pool: ImagePool, bytes: Buffer, requester = 'a member') =>
  pool.render(requester, { source: { bytes }, renditions: [SLOW_SIZE] })

test('a picture that takes too much memory costs only itself', async () => {
  const pool = openPool({ memoryBytes: 256 * MEGABYTE })
  const refusals = await Promise.allSettled([render(pool, await large()), render(pool, await small())])
  expect(refusals).toMatchObject([
    { status: 'rejected', reason: { name: 'BadImage', problem: 'tooCostly' } },
    { status: 'fulfilled', value: [{ width: 32, height: 32 }] },
  ])
})

test('while one member’s picture takes its time, another’s is made', async () => {
  const pool = openPool()
  const bytes = await small()
  await Promise.all([render(pool, bytes, 'a'), render(pool, bytes, 'b')])
  let isOver = false
  const given = renderSlowly(pool, await slow(), 'a').finally(() => (isOver = true))
  const ended = expect(given).rejects.toMatchObject({ status: 503 })
  await render(pool, bytes, 'b')
  expect(isOver).toBe(false)
  await pool.close()
  await ended
})

test('a picture that takes too much time is given up, and its member’s next is made', async () => {
  const pool = openPool({ cpuMs: 1000 })
  await expect(renderSlowly(pool, await slow())).rejects.toMatchObject({ problem: 'tooCostly' })
  await expect(render(pool, await small())).resolves.toMatchObject([{ width: 32 }])
})

test('a process that is killed from outside costs the picture that it had', async () => {
  const pool = openPool()
  await render(pool, await small())
  const given = renderSlowly(pool, await slow())
  const refused = expect(given).rejects.toMatchObject({ problem: 'tooCostly' })
  for (const pid of await childPids()) process.kill(pid, 'SIGKILL')
  await refused
  await expect(render(pool, await small())).resolves.toMatchObject([{ width: 32 }])
})

test('without pictures there are no processes: neither before, nor some time after', async () => {
  const pool = openPool({ idleMs: 50 })
  expect(await childPids()).toEqual([])
  await render(pool, await small())
  await vi.waitFor(async () => expect(await childPids()).toEqual([]))
  await expect(render(pool, await small())).resolves.toMatchObject([{ width: 32 }])
})

test('closing gives up what is being decoded as what can be tried again, and leaves no process', async () => {
  const pool = openPool()
  const given = [
    renderSlowly(pool, await slow()),
    render(pool, await small()),
    render(pool, await small(), 'b'),
  ]
  const outcomes = Promise.allSettled(given)
  await vi.waitFor(async () => expect(await childPids()).not.toEqual([]))
  await pool.close()
  const unavailable = { status: 'rejected', reason: { status: 503, retryAfter: 60 } }
  expect((await outcomes)[0]).toMatchObject(unavailable)
  expect((await outcomes)[1]).toMatchObject(unavailable)
  expect(await childPids()).toEqual([])
  await expect(render(pool, await small())).rejects.toMatchObject({ status: 503 })
})

test('where no process can be started pictures answer 503, and may be tried again', async () => {
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

test('a file that is gone is a failure of ours, and no picture that is refused', async () => {
  const given = openPool().render('a member', { source: { path: '/missing' }, renditions: [SIZE] })
  await expect(given).rejects.toThrow('ENOENT')
  await expect(given).rejects.not.toHaveProperty('problem')
})

test('further renditions are made where they are narrower than the first', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'test-images-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'picture')
  await writeFile(file, await plain(700, 70).png().toBuffer())
  const images = await openPool().render('a member', {
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

/** As on a system whose kernel enforces no limit. */
function startWorker({ memoryBytes = 2048 * MEGABYTE, cpuMs = 600_000 }) {
  const worker = fork(path.join(import.meta.dirname, 'image-worker.ts'), [`${memoryBytes}`, `${cpuMs}`], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  })
  onTestFinished(() => void worker.kill('SIGKILL'))
  return worker
}

test.each([
  ['memory', { memoryBytes: 256 * MEGABYTE }, large],
  ['processor time', { cpuMs: 1000 }, slow],
])('without the kernel’s help a process ends itself over its limit of %s', async (_what, limits, make) => {
  const worker = startWorker(limits)
  await once(worker, 'message')
  worker.send({ source: { bytes: await make() }, renditions: [SLOW_SIZE] })
  expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL'])
})

test('a process ends in the middle of a picture when the app is gone', async () => {
  const worker = startWorker({})
  await once(worker, 'message')
  worker.send({ source: { bytes: await slow() }, renditions: [SLOW_SIZE] })
  worker.disconnect()
  expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL'])
})
