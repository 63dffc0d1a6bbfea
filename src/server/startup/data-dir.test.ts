import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findValue, readOrCreateValue, openDataDir, randomSecret } from './data-dir.ts'

test('the folder is made for its owner alone, whatever the umask', async () => {
  const path = join(await temporaryFolder(), 'data dir')
  const before = process.umask(0o000)
  onTestFinished(() => void process.umask(before))
  const dataDir = await openDataDir(path)
  onTestFinished(() => dataDir.release())
  expect((await stat(path)).mode & 0o777).toBe(0o700)
})

test('a folder that is held is refused, and free again once it is released', async () => {
  const path = await temporaryFolder()
  const first = await openDataDir(path)
  await expect(openDataDir(path)).rejects.toThrow(
    `Another Creative Wave is running on DATA_DIR ${path}: stop it first, or set DATA_DIR to another folder.`,
  )
  first.release()
  const second = await openDataDir(path)
  second.release()
  expect(await readdir(path)).toEqual([])
})

test('of many that come at the same moment exactly one holds the folder', async () => {
  const path = await temporaryFolder()
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => openDataDir(path)))
  const held = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(held).toHaveLength(1)
  held[0]?.release()
})

test('a process that was killed holds nothing', async () => {
  const path = await temporaryFolder()
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      HOLD,
      new URL('data-dir.ts', import.meta.url).href,
      path,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(child.stdout, 'data')
  await expect(openDataDir(path)).rejects.toThrow('Another Creative Wave')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const dataDir = await openDataDir(path)
  onTestFinished(() => dataDir.release())
  expect((await readdir(path)).filter((name) => name.startsWith('running-'))).toHaveLength(1)
})

test('a path with a file in it is refused in one line', async () => {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, '')
  await expect(openDataDir(file)).rejects.toThrow(/^DATA_DIR .*file cannot be written \(.*\): .*DATA_DIR/)
  await expect(openDataDir(join(file, 'data'))).rejects.toThrow(/^DATA_DIR .* cannot be written/)
})

test.skipIf(!existsSync('/proc'))('a place where no folder can be made is refused', async () => {
  await expect(openDataDir('/proc/none/data')).rejects.toThrow(/^DATA_DIR .* cannot be written/)
})

test('a kept value is made once, for its owner alone', async () => {
  const path = await temporaryFolder()
  expect(await findValue(path, 'secret')).toBeNull()
  const made = await readOrCreateValue(path, 'secret', randomSecret)
  expect(made).toMatch(/^[\w-]{43}$/)
  expect(await readOrCreateValue(path, 'secret', randomSecret)).toBe(made)
  expect((await stat(join(path, 'secret'))).mode & 0o777).toBe(0o600)
})

test('a kept value that others could read is closed to them', async () => {
  const path = await temporaryFolder()
  await writeFile(join(path, 'secret'), 'known')
  await chmod(join(path, 'secret'), 0o644)
  expect(await readOrCreateValue(path, 'secret', randomSecret)).toBe('known')
  expect((await stat(join(path, 'secret'))).mode & 0o777).toBe(0o600)
})

test('a start that was cut off while it wrote a value leaves no half of it', async () => {
  const path = await temporaryFolder()
  await writeFile(join(path, 'secret.part'), 'hal')
  const made = await readOrCreateValue(path, 'secret', randomSecret)
  expect(await readFile(join(path, 'secret'), 'utf8')).toBe(`${made}\n`)
})

test('an emptied value stops the start instead of being replaced', async () => {
  const path = await temporaryFolder()
  await writeFile(join(path, 'secret'), '\n')
  await expect(readOrCreateValue(path, 'secret', randomSecret)).rejects.toThrow(
    'is empty: bring it back from a backup',
  )
})

const HOLD = `
  const [module, path] = process.argv.slice(1)
  const { openDataDir } = await import(module)
  await openDataDir(path)
  console.log('held')
  setInterval(() => {}, 60_000)
`

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cw-data-dir-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'data')
  await mkdir(path, { mode: 0o700 })
  return path
}
