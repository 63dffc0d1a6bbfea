import { execFile } from 'node:child_process'
import { readdir, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { DiskSpace } from '#server/storage/disk-space.ts'
import { fakeDisks } from '#server/storage/testing/fake-disks.ts'
import type { TaskOf } from '#transcode/protocol.ts'
import {
  LONG_TIMEOUT,
  closeToolAfterTests,
  openTranscoder,
  outputFolder,
  source,
} from './testing/test-media.ts'
import type { RunOptions } from './transcoder.ts'

closeToolAfterTests()

const MEGABYTE = 1024 ** 2
const FREE_BYTES = 100 * MEGABYTE

function openDisk() {
  const { read, freeBytes } = fakeDisks({ '/data': FREE_BYTES })
  const disk = new DiskSpace({ media: '/data' }, { startFreeBytes: 0, stopFreeBytes: 0 }, read)
  return { disk, freeBytes, transcoder: openTranscoder({}, disk) }
}

/** Resolves once a task has reserved room. */
async function waitUntilReserved(disk: DiskSpace): Promise<void> {
  await expect.poll(() => disk.hasRoomFor(FREE_BYTES), { interval: 1 }).toBe(false)
}

/** A task that waits for its input: nobody writes to it. */
async function endlessTask(): Promise<TaskOf<'rendition'>> {
  const folder = await outputFolder()
  const input = path.join(await outputFolder(), 'input')
  await promisify(execFile)('mkfifo', [input])
  return { type: 'rendition', input, folder, name: 'out', shortSide: 240, threads: 1 }
}

test('a task holds its reservation while it runs, and releases it after it has succeeded', async () => {
  const { disk, transcoder } = openDisk()
  const input = await source('mp4')
  const running = transcoder.run(
    { type: 'remux', input, folder: await outputFolder(), name: 'out' },
    LONG_TIMEOUT,
  )
  await waitUntilReserved(disk)
  await running
  expect(await disk.hasRoomFor(FREE_BYTES)).toBe(true)
})

test('a task releases its reservation after it has failed', async () => {
  const { disk, transcoder } = openDisk()
  const input = path.join(await outputFolder(), 'input')
  await writeFile(input, 'no video')
  const running = transcoder.run(
    { type: 'remux', input, folder: await outputFolder(), name: 'out' },
    LONG_TIMEOUT,
  )
  const failed = expect(running).rejects.toMatchObject({ problem: 'unreadable' })
  await waitUntilReserved(disk)
  await failed
  expect(await disk.hasRoomFor(FREE_BYTES)).toBe(true)
})

test('a task releases its reservation after it was aborted', async () => {
  const { disk, transcoder } = openDisk()
  const abort = new AbortController()
  const running = transcoder.run(await endlessTask(), { ...LONG_TIMEOUT, signal: abort.signal })
  await waitUntilReserved(disk)
  abort.abort(new Error('no longer needed'))
  await expect(running).rejects.toThrow('no longer needed')
  expect(await disk.hasRoomFor(FREE_BYTES)).toBe(true)
})

test('a task releases its reservation when its process cannot be started', async () => {
  const { disk, transcoder } = openDisk()
  // Boundary: Node refuses an argument that contains a zero, as it throws when the system has no more processes.
  const niceness = '\0' as unknown as number
  await expect(transcoder.run(await endlessTask(), { ...LONG_TIMEOUT, niceness })).rejects.toThrow(
    'null bytes',
  )
  expect(await disk.hasRoomFor(FREE_BYTES)).toBe(true)
})

test('a task is ended when the disk becomes full beside it, and leaves nothing', async () => {
  const { disk, freeBytes, transcoder } = openDisk()
  const task = await endlessTask()
  const running = transcoder.run(task, LONG_TIMEOUT)
  const ended = expect(running).rejects.toMatchObject({ problem: 'outOfSpace' })
  await waitUntilReserved(disk)
  freeBytes['/data'] = -1
  await ended
  freeBytes['/data'] = FREE_BYTES
  expect(await readdir(task.folder)).toEqual([])
  expect(await disk.hasRoomFor(FREE_BYTES)).toBe(true)
})

/** Whether a rendition of a source of ten gigabytes can start with so many free bytes. */
async function canStart(bytes: number, options: Partial<RunOptions>): Promise<boolean> {
  const { freeBytes, transcoder } = openDisk()
  const input = path.join(await outputFolder(), 'input')
  await writeFile(input, '')
  await truncate(input, 10 * 1024 * MEGABYTE)
  freeBytes['/data'] = bytes
  const task = { type: 'rendition', input, folder: await outputFolder(), name: 'out', threads: 1 } as const
  const problem = await transcoder.run({ ...task, shortSide: 240 }, { ...LONG_TIMEOUT, ...options }).then(
    () => null,
    (error: unknown) => error,
  )
  return !String(problem).includes('outOfSpace')
}

test('a small rendition of a large source reserves space by its own bitrate, and never more than the size of the source', async () => {
  // 240p has at most 0.7 Mbit/s, which are 300 MB in an hour.
  expect(await canStart(FREE_BYTES, { expectedSeconds: 3600 })).toBe(false)
  expect(await canStart(400 * MEGABYTE, { expectedSeconds: 3600 })).toBe(true)
  expect(await canStart(400 * MEGABYTE, {})).toBe(false)
  expect(await canStart(11 * 1024 * MEGABYTE, { expectedSeconds: 1e9 })).toBe(true)
})
