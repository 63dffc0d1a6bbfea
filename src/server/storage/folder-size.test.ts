import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderSize } from './folder-size.ts'

async function writeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'folder-size-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(path.join(folder, 'one'), Buffer.alloc(100))
  await writeFile(path.join(folder, 'other'), Buffer.alloc(20))
  return folder
}

test('a folder has the bytes of its files, and a missing one has none', async () => {
  const folder = await writeFolder()
  expect(await folderSize(folder)).toBe(120)
  expect(await folderSize(folder, (name) => name === 'one')).toBe(100)
  expect(await folderSize(path.join(folder, 'missing'))).toBe(0)
})

test('a folder that cannot be read is an error, and does not count as empty', async () => {
  const folder = await writeFolder()
  await expect(folderSize(path.join(folder, 'one'))).rejects.toThrow('ENOTDIR')
})
