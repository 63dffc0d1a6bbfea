import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { DiskSpace } from '#server/storage/disk-space.ts'
import { createSpaceLimiter } from './free-space.ts'

const MEGABYTE = 1024 ** 2
const CHUNK = Buffer.alloc(64 * 1024)
const UPLOADS = 64

/** A disk that parts of uploads are written to. */
function openDisk(freeBytes: number) {
  const written = { bytes: 0 }
  const read = async () => freeBytes - written.bytes
  const disk = new DiskSpace({ media: '/data' }, { startFreeBytes: 0, stopFreeBytes: 1024 * MEGABYTE }, read)
  const receive = (bytes: number) => {
    const body = Array.from({ length: bytes / CHUNK.length }, () => CHUNK)
    const file = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written.bytes += chunk.length
        done()
      },
    })
    return pipeline(Readable.from(body), createSpaceLimiter(disk), file)
  }
  return { disk, written, receive }
}

test('many uploads at once do not write what is left to the database', async () => {
  const room = 40 * MEGABYTE
  const { written, receive } = openDisk(1024 * MEGABYTE + room)
  const received = await Promise.allSettled(Array.from({ length: UPLOADS }, () => receive(32 * MEGABYTE)))
  for (const each of received) expect(each).toMatchObject({ reason: { status: 503 } })
  // The bytes in flight during the last look.
  expect(written.bytes).toBeLessThan(room + 2 * UPLOADS * CHUNK.length)
})

test('uploads that there is room for are received whole', async () => {
  const { written, receive } = openDisk(1024 * MEGABYTE + 200 * MEGABYTE)
  await Promise.all(Array.from({ length: UPLOADS }, () => receive(3 * MEGABYTE)))
  expect(written.bytes).toBe(UPLOADS * 3 * MEGABYTE)
})

test('an upload also stops when something else has filled the disk', async () => {
  const { disk, written, receive } = openDisk(2048 * MEGABYTE)
  await receive(MEGABYTE)
  written.bytes = 2000 * MEGABYTE
  await expect.poll(() => disk.mayWrite(CHUNK.length)).toBe(false)
  await expect(receive(MEGABYTE)).rejects.toMatchObject({ status: 503 })
})
