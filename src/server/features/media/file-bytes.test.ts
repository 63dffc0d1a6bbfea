import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FileBytes } from './file-bytes.ts'

async function openFile(content: Uint8Array) {
  const folder = await mkdtemp(path.join(tmpdir(), 'test-file-bytes-'))
  const name = path.join(folder, 'file')
  await writeFile(name, content)
  const handle = await open(name, 'r+')
  onTestFinished(async () => {
    await handle.close()
    await rm(folder, { recursive: true, force: true })
  })
  const [reads, writes] = [vi.spyOn(handle, 'read'), vi.spyOn(handle, 'write')]
  return { file: new FileBytes(handle, content.length), reads, writes, readContent: () => readFile(name) }
}

const ones = (length: number) => Buffer.alloc(length, 1)

test('thousands of adjacent small writes become one', async () => {
  const { file, reads, writes, readContent } = await openFile(ones(60_000))
  for (let at = 0; at < 60_000; at += 2) await file.blank(at, 1)
  await file.flush()

  expect([reads.mock.calls.length, writes.mock.calls.length]).toEqual([1, 1])
  expect((await readContent()).equals(Buffer.from(Array.from({ length: 60_000 }, (_, at) => at % 2)))).toBe(
    true,
  )
})

test('a read returns written bytes before they are flushed', async () => {
  const { file, readContent } = await openFile(ones(300_000))
  await file.write(10, Buffer.from('free'))
  expect((await file.read(8, 8)).toString('latin1')).toBe('\x01\x01free\x01\x01')
  expect((await file.read(0, 200_000)).toString('latin1', 8, 16)).toBe('\x01\x01free\x01\x01')
  await file.blank(100, 200_000)
  expect((await file.read(98, 4)).toString('latin1')).toBe('\x01\x01\0\0')
  await file.write(299_998, Buffer.from('free'))
  await file.flush()

  const expected = ones(300_000)
  expected.write('free', 10)
  expected.fill(0, 100, 200_100)
  expected.write('fr', 299_998)
  expect((await readContent()).equals(expected)).toBe(true)
})

test('many reads in memory yield to the event loop', async () => {
  const { file } = await openFile(ones(1000))
  let [otherTurns, isDone] = [0, false]
  const count = () => {
    otherTurns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  for (let step = 0; step < 20_000; step++) await file.read(step % 900, 12)
  isDone = true

  expect(otherTurns).toBeGreaterThanOrEqual(20)
})
