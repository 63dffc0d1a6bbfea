import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildPart, isStale } from './build.mjs'
import { runToEnd } from './command.mjs'
import { packagesMatch } from './packages.mjs'
import { checkMachine, installPackages } from './prepare.mjs'

describe('the machine', () => {
  const machine = (node: string, platform = 'linux') => ({ versions: { node }, platform })

  test.each(['20.19.0', '22.1.0', '24.21.0'])('Node %s is accepted', (node) => {
    expect(() => checkMachine(machine(node))).not.toThrow()
  })

  test.each(['18.20.4', '20.18.3'])('Node %s is refused in one line', (node) => {
    expect(() => checkMachine(machine(node))).toThrow(/^Creative Wave needs Node 20\.19 or newer, .*$/)
  })

  test('Windows is refused in one line', () => {
    expect(() => checkMachine(machine('22.1.0', 'win32'))).toThrow(/WSL/)
  })
})

describe('packages', () => {
  const locked = {
    '': { name: 'x' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/this-platform': {
      version: '1.0.0',
      optional: true,
      os: [process.platform],
      cpu: [process.arch],
    },
    'node_modules/other-platform': { version: '1.0.0', optional: true, os: ['other'], cpu: [process.arch] },
    'node_modules/other-platform/node_modules/b': { version: '1.0.0', optional: true },
  }
  const {
    '': _root,
    'node_modules/other-platform': _,
    'node_modules/other-platform/node_modules/b': _b,
    ...installed
  } = locked

  test('packages that npm installed for this platform match', async () => {
    expect(packagesMatch(await project({ locked, installed }))).toBe(true)
  })

  test.each([
    ['nothing is installed', null],
    ['an installation was cut off', {}],
    ['a version changed', { ...installed, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
    ['other content was installed', { ...installed, 'node_modules/a': { version: '1.0.0', integrity: 'x' } }],
    ['a package is not in the lock file', { ...installed, 'node_modules/c': { version: '1.0.0' } }],
    ['the package for this platform is missing', { 'node_modules/a': locked['node_modules/a'] }],
  ])('%s: they do not match', async (_case, found) => {
    expect(packagesMatch(await project({ locked, installed: found }))).toBe(false)
  })

  test('matching packages are not installed again', async () => {
    await withNpm('exit 1')
    await expect(installPackages(await project({ locked, installed }))).resolves.toBeUndefined()
  })

  test('missing packages are installed, including development packages', async () => {
    await withNpm('echo "$@" > called')
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const root = await project({ locked, installed: null })
    await installPackages(root)
    expect(await readFile(join(root, 'called'), 'utf8')).toMatch(/^ci --include=dev /)
  })

  test('a failure of npm is reported in one line with its reason', async () => {
    await withNpm(
      'printf "npm error code ENOTFOUND\\nnpm error errno ENOTFOUND\\nnpm error host is not reachable\\n" >&2; exit 1',
    )
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const root = await project({ locked, installed: null })
    await expect(installPackages(root)).rejects.toThrow(
      /^npm could not install the packages \(host is not reachable\): .*$/,
    )
  })

  test('a node_modules that is a symbolic link is refused', async () => {
    await withNpm('touch called')
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const other = await project({ locked, installed: {} })
    const root = await project({ locked, installed: null })
    await symlink(join(other, 'node_modules'), join(root, 'node_modules'))
    await expect(installPackages(root)).rejects.toThrow(/is a link/)
  })

  test.skipIf(process.getuid?.() === 0)('a read-only checkout is refused in one line', async () => {
    const root = await project({ locked, installed: null })
    await chmod(root, 0o500)
    await expect(installPackages(root)).rejects.toThrow(
      /cannot be written, and its packages are not installed: /,
    )
  })
})

describe('builds', () => {
  const part = { name: 'server', sources: ['src', 'package.json'], output: 'dist/main.js' }

  test('a part is stale until it is built, and again when a source changes', async () => {
    const root = await project({ locked: {}, installed: {} })
    expect(isStale(root, part)).toBe(true)
    await buildPart(root, part, () => writeFile(join(root, 'dist/main.js'), ''))
    expect(isStale(root, part)).toBe(false)
    await writeFile(join(root, 'src/deep/a.ts'), 'changed')
    expect(isStale(root, part)).toBe(true)
  })

  test('a new or renamed source makes a part stale, a test or declaration does not', async () => {
    const root = await project({ locked: {}, installed: {} })
    await buildPart(root, part, () => writeFile(join(root, 'dist/main.js'), ''))
    await writeFile(join(root, 'src/deep/a.test.ts'), '')
    await writeFile(join(root, 'src/deep/a.d.ts'), '')
    expect(isStale(root, part)).toBe(false)
    await writeFile(join(root, 'src/b.ts'), '')
    expect(isStale(root, part)).toBe(true)
  })

  test('a missing output makes a part stale', async () => {
    const root = await project({ locked: {}, installed: {} })
    await buildPart(root, part, () => writeFile(join(root, 'dist/main.js'), ''))
    await rm(join(root, 'dist/main.js'))
    expect(isStale(root, part)).toBe(true)
  })

  test('a failed build is repeated', async () => {
    const root = await project({ locked: {}, installed: {} })
    await buildPart(root, part, () => writeFile(join(root, 'dist/main.js'), ''))
    await expect(buildPart(root, part, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(isStale(root, part)).toBe(true)
  })

  test('a change during a build makes the part stale', async () => {
    const root = await project({ locked: {}, installed: {} })
    await buildPart(root, part, async () => {
      await writeFile(join(root, 'src/deep/a.ts'), 'changed')
      await writeFile(join(root, 'dist/main.js'), '')
    })
    expect(isStale(root, part)).toBe(true)
  })
})

describe('commands', () => {
  test('return their exit code and output', async () => {
    const result = await runToEnd(['sh', '-c', 'echo out; echo "it failed" >&2; exit 3'], tmpdir())
    expect(result).toEqual({ code: 3, output: 'out\nit failed\n' })
  })

  test('end with the process that runs them, even when that is killed', async () => {
    const module = JSON.stringify(new URL('command.mjs', import.meta.url).href)
    const code = `const { runToEnd } = await import(${module}); await runToEnd(['sh', '-c', 'trap "" TERM; echo $$ > pid; exec sleep 60'], '.')`
    const folder = await temporaryFolder()
    const runner = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: folder })
    const pid = await vi.waitUntil(() => readPid(join(folder, 'pid')))
    runner.kill('SIGKILL')
    await once(runner, 'exit')
    await expect.poll(() => isRunning(pid)).toBe(false)
  })
})

async function readPid(file: string): Promise<number> {
  return Number(await readFile(file, 'utf8').catch(() => ''))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Puts a fake npm, a shell script, first on the PATH. */
async function withNpm(script: string): Promise<void> {
  const bin = await temporaryFolder()
  await writeFile(join(bin, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`)
}

async function project(locks: { locked: object; installed: object | null }): Promise<string> {
  const root = await temporaryFolder()
  const files: Record<string, string> = {
    'package.json': '{}',
    'package-lock.json': JSON.stringify({ packages: locks.locked }),
    'src/deep/a.ts': 'a',
    'dist/.keep': '',
  }
  if (locks.installed)
    files['node_modules/.package-lock.json'] = JSON.stringify({ packages: locks.installed })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cw-prepare-'))
  onTestFinished(async () => {
    await chmod(folder, 0o700)
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}
