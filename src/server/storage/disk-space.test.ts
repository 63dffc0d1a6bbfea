import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import type { DiskRules } from './disk-rules.ts'
import { DiskSpace } from './disk-space.ts'

const GIGABYTE = 1024 ** 3

/** Opens a disk on which about one gigabyte more is free than its rules require. */
async function openDisk(): Promise<{ disk: DiskSpace; rules: DiskRules }> {
  const { bavail, bsize } = await statfs(tmpdir())
  const rules = { startFreeBytes: bavail * bsize - GIGABYTE, stopFreeBytes: 0 }
  return { disk: new DiskSpace([tmpdir()], rules), rules }
}

test('what is reserved is no room for others, until it is written or released', async () => {
  const { disk } = await openDisk()
  const half = await disk.reserve(0.6 * GIGABYTE)
  expect(await disk.reserve(0.6 * GIGABYTE)).toBeNull()
  half?.setWritten(0.5 * GIGABYTE)
  const other = await disk.reserve(0.6 * GIGABYTE)
  expect(other).not.toBeNull()
  half?.release()
  other?.release()
  expect(await disk.hasRoomFor(0.8 * GIGABYTE)).toBe(true)
})

test('reservations at the same moment know each other, and one that was released stays so', async () => {
  const { disk } = await openDisk()
  const both = await Promise.all([disk.reserve(0.6 * GIGABYTE), disk.reserve(0.6 * GIGABYTE)])
  expect(both.filter((each) => each === null)).toHaveLength(1)
  for (const each of both) {
    each?.release()
    each?.setWritten(0)
  }
  expect(await disk.hasRoomFor(0.8 * GIGABYTE)).toBe(true)
})

test('nothing new begins before running work must stop', async () => {
  const { disk, rules } = await openDisk()
  expect(await disk.hasRoomFor(2 * GIGABYTE)).toBe(false)
  expect(await disk.isFull()).toBe(false)
  rules.stopFreeBytes = rules.startFreeBytes + 2 * GIGABYTE
  expect(await disk.isFull()).toBe(true)
})
