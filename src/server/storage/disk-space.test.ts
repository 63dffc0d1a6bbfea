import { expect, test } from 'vitest'
import { DiskFull, DiskSpace } from './disk-space.ts'
import { fakeDisks } from './testing/fake-disks.ts'

const GIGABYTE = 1024 ** 3

/** Opens a disk on which one gigabyte more is free than its rules require. */
function openDisk() {
  const rules = { startFreeBytes: 2 * GIGABYTE, stopFreeBytes: GIGABYTE }
  const { read, freeBytes } = fakeDisks({ '/data': 3 * GIGABYTE })
  return { disk: new DiskSpace({ media: '/data' }, rules, read), freeBytes }
}

test('reserved space is not available to others until it is written or released', async () => {
  const { disk } = openDisk()
  const half = await disk.reserve(0.6 * GIGABYTE)
  await expect(disk.reserve(0.6 * GIGABYTE)).rejects.toThrow(DiskFull)
  half.setWritten(0.5 * GIGABYTE)
  const other = await disk.reserve(0.6 * GIGABYTE)
  half.release()
  other.release()
  expect(await disk.hasRoomFor(0.8 * GIGABYTE)).toBe(true)
})

test('concurrent reservations count each other, and a released one stays released', async () => {
  const { disk } = openDisk()
  const both = await Promise.allSettled([disk.reserve(0.6 * GIGABYTE), disk.reserve(0.6 * GIGABYTE)])
  const reserved = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(reserved).toHaveLength(1)
  for (const each of reserved) {
    each.release()
    each.setWritten(0)
  }
  expect(await disk.hasRoomFor(0.8 * GIGABYTE)).toBe(true)
})

test('nothing new begins before running work must stop', async () => {
  const { disk, freeBytes } = openDisk()
  freeBytes['/data'] = 1.5 * GIGABYTE
  expect(await disk.hasRoomFor(0)).toBe(false)
  expect(await disk.isFull()).toBe(false)
  freeBytes['/data'] = 0.5 * GIGABYTE
  expect(await disk.isFull()).toBe(true)
})

/** DATA_DIR has terabytes; the database is on the small disk of the system. */
function openTwoDisks() {
  const rules = { startFreeBytes: 2 * GIGABYTE, stopFreeBytes: GIGABYTE }
  const { read, freeBytes } = fakeDisks({ '/data': 4000 * GIGABYTE, '/database': 5 * GIGABYTE })
  return { disk: new DiskSpace({ media: '/data', database: '/database' }, rules, read), freeBytes }
}

test('a video may be larger than what is free on a disk that has only the database', async () => {
  const { disk } = openTwoDisks()
  await disk.reserve(100 * GIGABYTE)
  expect(await disk.hasRoomFor(100 * GIGABYTE)).toBe(true)
  expect(await disk.mayWrite(100 * GIGABYTE)).toBe(true)
  await expect(disk.reserve(4000 * GIGABYTE)).rejects.toThrow(DiskFull)
})

test('the disk of the database stops everything when the database has no room', async () => {
  const { disk, freeBytes } = openTwoDisks()
  freeBytes['/database'] = 1.5 * GIGABYTE
  expect([await disk.hasRoomFor(0), await disk.isFull()]).toEqual([false, false])
  freeBytes['/database'] = 0.5 * GIGABYTE
  expect([await disk.isFull(), await disk.mayWrite(1)]).toEqual([true, false])
})
