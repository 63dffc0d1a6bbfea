import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findValue, readOrCreateValue, openDataDir, randomSecret } from './data-dir.ts'

test('only the owner can use the created folder, whatever the umask', async () => {
  const path = join(await temporaryFolder(), 'data dir')
  const before = process.umask(0o000)
  onTestFinished(() => void process.umask(before))
  const dataDir = await openDataDir(path)
  onTestFinished(() => dataDir.release())
  expect((await stat(path)).mode & 0o777).toBe(0o700)
})

test('a locked folder is refused until it is released', async () => {
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

test('exactly one of several concurrent calls locks the folder', async () => {
  const path = await temporaryFolder()
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => openDataDir(path)))
  const locked = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(locked).toHaveLength(1)
  locked[0]?.release()
})

test('a killed process leaves no lock', async () => {
  const path = await temporaryFolder()
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      LOCK_SCRIPT,
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

test('a path that contains a file is refused in one line', async () => {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, '')
  await expect(openDataDir(file)).rejects.toThrow(/^DATA_DIR .*file cannot be written \(.*\): .*DATA_DIR/)
  await expect(openDataDir(join(file, 'data'))).rejects.toThrow(/^DATA_DIR .* cannot be written/)
})

test.skipIf(!existsSync('/proc'))('a folder that cannot be created is refused', async () => {
  await expect(openDataDir('/proc/none/data')).rejects.toThrow(/^DATA_DIR .* cannot be written/)
})

test('a value is created once, readable only by its owner', async () => {
  const path = await temporaryFolder()
  expect(await findValue(path, 'secret')).toBeNull()
  const created = await readOrCreateValue(path, 'secret', randomSecret)
  expect(created).toMatch(/^[\w-]{43}$/)
  expect(await readOrCreateValue(path, 'secret', randomSecret)).toBe(created)
  expect((await stat(join(path, 'secret'))).mode & 0o777).toBe(0o600)
})

test('the mode of a value that others can read is corrected', async () => {
  const path = await temporaryFolder()
  await writeFile(join(path, 'secret'), 'existing')
  await chmod(join(path, 'secret'), 0o644)
  expect(await readOrCreateValue(path, 'secret', randomSecret)).toBe('existing')
  expect((await stat(join(path, 'secret'))).mode & 0o777).toBe(0o600)
})

test('a value whose writing was interrupted is created again', async () => {
  const path = await temporaryFolder()
  await writeFile(join(path, 'secret.part'), 'hal')
  const created = await readOrCreateValue(path, 'secret', randomSecret)
  expect(await readFile(join(path, 'secret'), 'utf8')).toBe(`${created}\n`)
})

test('an empty value stops the start and is not replaced', async () => {
  const path = await temporaryFolder()
  await writeFile(join(path, 'secret'), '\n')
  await expect(readOrCreateValue(path, 'secret', randomSecret)).rejects.toThrow(
    'is empty: bring it back from a backup',
  )
})

const LOCK_SCRIPT = `
  const [module, path] = process.argv.slice(1)
  const { openDataDir } = await import(module)
  await openDataDir(path)
  console.log('locked')
  setInterval(() => {}, 60_000)
`

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cw-data-dir-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'data')
  await mkdir(path, { mode: 0o700 })
  return path
}
