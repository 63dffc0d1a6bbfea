import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand, stopCommands } from './run-command.mjs'
import { removeRunFolder, collectLeftovers, createRunFolder } from './run-folder.mjs'
import { testEnvironment } from './environment.mjs'

const GRACE_MS = 200

let folder: string

beforeEach(() => {
  folder = createRunFolder()
})

afterEach(() => removeRunFolder(folder))

test('a tidy run leaves nothing', async () => {
  const { ok, output } = await run('folder=$(mktemp -d) && echo $folder && rmdir $folder')
  expect(ok).toBe(true)
  expect(output).toContain(folder)
  mkdirSync(join(folder, 'tsx-0'))
  expect(await collectLeftovers(folder)).toEqual([])
})

test('a forgotten file is named', async () => {
  await run('touch "$TMPDIR/forgotten"')
  expect(await collectLeftovers(folder)).toEqual([`file ${folder}/forgotten`])
})

test.runIf(existsSync('/proc/self/environ'))('a forgotten process is named and killed', async () => {
  await run('sleep 321 >/dev/null 2>&1 & echo $! > "$TMPDIR/pid"')
  const pid = readFileSync(join(folder, 'pid'), 'utf8').trim()
  expect(await collectLeftovers(folder, GRACE_MS)).toContain(`process ${pid}: sleep 321`)
  await vi.waitFor(() => expect(existsSync(`/proc/${pid}/fd/1`)).toBe(false))
})

test('a command ends although its child keeps the output open', async () => {
  expect(await run('sleep 321 & echo done')).toEqual({ ok: true, wasKilled: false, output: 'done\n' })
  await collectLeftovers(folder, GRACE_MS)
})

test('a command fails by its exit code, by a signal and when it does not exist', async () => {
  expect(await run('echo said; exit 3')).toEqual({ ok: false, wasKilled: false, output: 'said\n' })
  expect(await run('kill -TERM $$')).toEqual({ ok: false, wasKilled: true, output: 'stopped by SIGTERM\n' })
  const missing = await runCommand(['./not-there'], { env: {} })
  expect(missing).toEqual({ ok: false, wasKilled: false, output: expect.stringContaining('ENOENT') })
})

test('a command that exceeds the timeout is killed with its children', async () => {
  const outcome = await run('sleep 321 & sleep 321', { timeoutMs: 200 })
  expect(outcome).toEqual({ ok: false, wasKilled: true, output: 'stopped by SIGKILL\n' })
  expect(await collectLeftovers(folder)).toEqual([])
})

test('stopping ends a command and its children', async () => {
  const result = run('sleep 321 & touch "$TMPDIR/up"; wait')
  await vi.waitFor(() => expect(existsSync(join(folder, 'up'))).toBe(true))
  await stopCommands()
  expect((await result).ok).toBe(false)
  expect(await collectLeftovers(folder)).toEqual([`file ${folder}/up`])
})

test("the operator's configuration does not reach the tests", () => {
  const env = { PATH: '/bin', PORT: '1', DATA_DIR: '/srv', NODE_ENV: 'production', LIVE_UDP_PORT: '1' }
  expect(environmentOf(env)).toMatchObject({ PATH: '/bin', TMPDIR: folder, TEST_TIME_FACTOR: '1.5' })
  const names = Object.keys(environmentOf(env))
  expect(names.filter((name) => name !== 'PATH' && name in env)).toEqual([])
})

function run(script: string, options: { timeoutMs?: number } = {}) {
  return runCommand(['sh', '-c', script], { env: environmentOf(process.env), ...options })
}

function environmentOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return testEnvironment(env, { temporaryFolder: folder, timeFactor: 1.5 })
}
