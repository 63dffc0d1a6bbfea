import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { DiskFull, DiskSpace } from '#server/storage/disk-space.ts'
import { fakeDisks } from '#server/storage/testing/fake-disks.ts'
import { closeToolAfterTests, source } from '#server/transcoding/testing/test-media.ts'
import { assembleRecording } from './assemble-recording.ts'

closeToolAfterTests()

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assembly-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const PART = '1732222222000-video.webm'
const BYTES = 1_000_000

/** Writes a part of two seconds; returns its bytes. */
async function writePart(): Promise<number> {
  const part = path.join(folder, PART)
  await copyFile(await source('recorded.webm'), part)
  return (await stat(part)).size
}

/** Makes the assembly wait: the parts are a pipe that nobody writes to, and one of a million bytes after it. */
async function writeEndlessParts(): Promise<void> {
  await promisify(execFile)('mkfifo', [path.join(folder, PART)])
  const other = path.join(folder, '1732222223000-audio.webm')
  await writeFile(other, '')
  await truncate(other, BYTES)
}

function openDisk(bytes: number) {
  const { read, freeBytes } = fakeDisks({ '/data': bytes })
  const disk = new DiskSpace({ media: '/data' }, { startFreeBytes: 2000, stopFreeBytes: 1000 }, read)
  return { disk, freeBytes }
}

const assemble = (disk: DiskSpace, stop = new AbortController().signal) =>
  assembleRecording(folder, { disk, log: pino({ level: 'silent' }), stop })

test('an assembly begins only when there is room for a file as large as its parts', async () => {
  const bytes = await writePart()
  await expect(assemble(openDisk(bytes + 1999).disk)).rejects.toThrow(DiskFull)
  expect(await readdir(folder)).toEqual([PART])
  // Also when an earlier attempt has left its finished file.
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await assemble(openDisk(bytes + 2000).disk)).toMatchObject({ file: 'video.webm' })
})

test('an assembly is stopped when the disk becomes full beside it, and leaves only the parts', async () => {
  await writeEndlessParts()
  const before = await readdir(folder)
  const { disk, freeBytes } = openDisk(BYTES + 2000)
  const assembly = assemble(disk)
  await expect.poll(() => disk.hasRoomFor(1), { interval: 1 }).toBe(false)
  await writeFile(path.join(folder, 'unfinished'), 'half of it')
  freeBytes['/data'] = 999
  await expect(assembly).rejects.toThrow('too little room on the disk')
  expect(await readdir(folder)).toEqual(before)
})

test('the room of an assembly is reserved while it runs, and what it has written no longer', async () => {
  await writeEndlessParts()
  const { disk } = openDisk(BYTES + 2000)
  const stop = new AbortController()
  const assembly = assemble(disk, stop.signal)
  await expect.poll(() => disk.hasRoomFor(1), { interval: 1 }).toBe(false)
  await writeFile(path.join(folder, 'unfinished'), Buffer.alloc(BYTES / 2))
  await expect.poll(() => disk.hasRoomFor(BYTES / 2)).toBe(true)
  expect(await disk.hasRoomFor(BYTES / 2 + 1)).toBe(false)
  stop.abort(new Error('the process stops'))
  await expect(assembly).rejects.toThrow('aborted')
  expect(await disk.hasRoomFor(BYTES)).toBe(true)
  expect(await readdir(folder)).not.toContain('unfinished')
})

test('the file of an attempt that was killed with its app takes no room from the next one', async () => {
  const bytes = await writePart()
  await writeFile(path.join(folder, 'unfinished'), 'of an earlier attempt')
  await expect(assemble(openDisk(bytes).disk)).rejects.toThrow(DiskFull)
  expect(await readdir(folder)).toEqual([PART])
})

test('a failed attempt leaves only the parts on the disk', async () => {
  await writePart()
  await mkdir(path.join(folder, 'video.webm', 'in the way'), { recursive: true })
  const before = await readdir(folder)
  await expect(assemble(openDisk(Number.MAX_SAFE_INTEGER).disk)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(await readdir(folder)).toEqual(before)
})
