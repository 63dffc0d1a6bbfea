import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { StartupError } from '#server/startup/startup-error.ts'
import { openLocalStorage } from './local-storage.ts'

const IMAGE = Buffer.from('the bytes of an image')

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'test-storage-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a stored file is returned unchanged, with its size and type', async () => {
  const storage = await openLocalStorage(path.join(await emptyFolder(), 'files'))
  await storage.put('thumbnails/one.webp', IMAGE)

  const file = await storage.open('thumbnails/one.webp')
  expect(await storage.stat('thumbnails/one.webp')).toEqual({ size: IMAGE.length, type: 'image/webp' })
  expect(file && (await buffer(file))).toEqual(IMAGE)
})

test('putting a file again replaces it', async () => {
  const storage = await openLocalStorage(await emptyFolder())
  await storage.put('thumbnails/one.webp', IMAGE)
  await storage.put('thumbnails/one.webp', Buffer.from('new'))

  const file = await storage.open('thumbnails/one.webp')
  expect(file && (await buffer(file))).toEqual(Buffer.from('new'))
})

test('a range of a file is returned, and its size is that of the whole file', async () => {
  const storage = await openLocalStorage(await emptyFolder())
  await storage.put('media/one.mp4', Buffer.from('0123456789'))

  const part = await storage.open('media/one.mp4', { start: 2, end: 4 })
  expect(part && String(await buffer(part))).toBe('234')
  expect(await storage.stat('media/one.mp4')).toEqual({ size: 10, type: 'video/mp4' })
  expect(await storage.stat('media/two.mp4')).toBeNull()
})

test('putFile stores a local file, which can then be deleted', async () => {
  const folder = await emptyFolder()
  const storage = await openLocalStorage(path.join(folder, 'files'))
  const upload = path.join(folder, 'upload')
  await writeFile(upload, 'a video')
  await storage.putFile('media/one.mp4', upload)
  await rm(upload)

  const file = await storage.open('media/one.mp4')
  expect(file && String(await buffer(file))).toBe('a video')
  expect((await stat(path.join(folder, 'files/media/one.mp4'))).mode & 0o777).toBe(0o600)
  expect(await readdir(path.join(folder, 'files/.parts'))).toEqual([])
})

test('a failing putFile leaves no file behind', async () => {
  const root = await emptyFolder()
  const storage = await openLocalStorage(root)

  await expect(storage.putFile('media/one.mp4', path.join(root, 'nowhere'))).rejects.toThrow('ENOENT')
  expect(await storage.stat('media/one.mp4')).toBeNull()
  expect(await readdir(path.join(root, '.parts'))).toEqual([])
})

test('a deleted file is not found, and deleting it again has no effect', async () => {
  const storage = await openLocalStorage(await emptyFolder())
  await storage.put('thumbnails/one.webp', IMAGE)
  await storage.delete('thumbnails/one.webp')
  await storage.delete('thumbnails/one.webp')

  expect(await storage.open('thumbnails/one.webp')).toBeNull()
})

test('only this OS user can read files and folders, and no unfinished file remains', async () => {
  const folder = await emptyFolder()
  const root = path.join(folder, 'files')
  const storage = await openLocalStorage(root)
  await storage.put('thumbnails/one.webp', IMAGE)

  const modes = await Promise.all(
    ['', 'thumbnails', 'thumbnails/one.webp'].map(
      async (name) => (await stat(path.join(root, name))).mode & 0o777,
    ),
  )
  expect(modes).toEqual([0o700, 0o700, 0o600])
  expect(await readdir(path.join(root, '.parts'))).toEqual([])
})

test('unfinished files of a killed process are removed at the next start', async () => {
  const root = await emptyFolder()
  await openLocalStorage(root)
  await writeFile(path.join(root, '.parts', 'half'), 'hal')
  await openLocalStorage(root)

  expect(await readdir(path.join(root, '.parts'))).toEqual([])
})

test('a failing put leaves no file behind', async () => {
  const root = await emptyFolder()
  const storage = await openLocalStorage(root)
  await writeFile(path.join(root, 'thumbnails'), 'a file where the folder should be')

  await expect(storage.put('thumbnails/one.webp', IMAGE)).rejects.toThrow(/EEXIST|ENOTDIR/)
  expect(await readdir(path.join(root, '.parts'))).toEqual([])
})

test.each([
  '../secret.webp',
  'thumbnails/../../secret.webp',
  '/etc/secret.webp',
  'thumbnails/..webp',
  'thumbnails//one.webp',
  'thumbnails\\one.webp',
  '.parts/half.webp',
  'thumbnails/one.webp\0',
  'thumbnails/One.webp',
  'thumbnails/one.svg',
  'thumbnails/one',
  '',
])('the invalid key %j is refused', async (key) => {
  const folder = await emptyFolder()
  await writeFile(path.join(folder, 'secret.webp'), 'secret')
  const storage = await openLocalStorage(path.join(folder, 'files'))

  await expect(storage.put(key, IMAGE)).rejects.toThrow('is no key')
  expect(await storage.open(key)).toBeNull()
  await storage.delete(key)
  expect(await readFile(path.join(folder, 'secret.webp'), 'utf8')).toBe('secret')
})

test('a folder that cannot be created stops the start with one line', async () => {
  const file = path.join(await emptyFolder(), 'file')
  await writeFile(file, '')

  const refused = openLocalStorage(file)
  await expect(refused).rejects.toThrow(StartupError)
  await expect(refused).rejects.toThrow(/^The folder .* set DATA_DIR to another folder\.$/)
})
