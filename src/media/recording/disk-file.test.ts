import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DiskFile } from './disk-file.ts'
import { temporaryFolder } from './testing/packets.ts'

let temporary: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  temporary = await temporaryFolder()
})
afterEach(() => temporary.remove())

test('appended bytes are in the file in order, and before it is closed', async () => {
  const file = path.join(temporary.folder, 'part')
  const errors: Error[] = []
  const disk = new DiskFile(file, (error) => errors.push(error))
  disk.append(Buffer.from('one '))
  disk.append(Buffer.from('two '))
  disk.flush()
  await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toBe('one two '))
  disk.append(Buffer.from('three'))
  await disk.close()
  expect(await readFile(file, 'utf8')).toBe('one two three')
  expect(errors).toEqual([])
})

test.each([
  ['a folder that is missing', 'missing/part', 'ENOENT'],
  ['a name that is taken', '.', 'EEXIST'],
])('%s is reported once, and nothing throws', async (_name, file, code) => {
  const errors: Error[] = []
  const disk = new DiskFile(path.join(temporary.folder, file), (error) => errors.push(error))
  disk.append(Buffer.alloc(200_000))
  await vi.waitFor(() => expect(errors).toHaveLength(1))
  disk.append(Buffer.alloc(200_000))
  disk.flush()
  await disk.close()
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining(code)])
})

test('a disk that writes nothing for too long has failed, and memory stays bounded', async () => {
  const errors: Error[] = []
  const disk = new DiskFile(path.join(temporary.folder, 'part'), (error) => errors.push(error))
  // Nothing is written before this turn of the event loop is over.
  for (let megabyte = 0; megabyte < 32; megabyte++) disk.append(Buffer.alloc(1024 ** 2))
  expect(errors.map(({ message }) => message)).toEqual(['the disk is too slow'])
  await disk.close()
})
