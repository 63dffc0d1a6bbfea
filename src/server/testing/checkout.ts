import { execFile, spawnSync } from 'node:child_process'
import {
  access,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inject, vi } from 'vitest'
import { findRootLocation, unprivilegedUser } from '#server/db/embedded/location.ts'
import type { RunAs } from '#server/db/embedded/watched-process.ts'
import { codeOf } from '#server/startup/startup-error.ts'
import { RunningApp } from './running-app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the packages of all checkouts of a run, which the first checkout creates. */
    checkoutPackages: string
  }
}

/** The OS users that the start-up tests run the app as: the current one, and for root also an ordinary user. */
export const USERS =
  process.getuid?.() === 0
    ? [
        { user: 'root', runAs: null },
        { user: 'an ordinary user', runAs: await unprivilegedUser() },
      ]
    : [{ user: 'an ordinary user', runAs: null }]

/** A copy of this project in a folder with spaces in its path that only its OS user can enter. */
export type TestCheckout = {
  path: string
  runAs: RunAs | null
  /** Path of the Node executable. */
  node: string
  /** Environment of all started processes; its unique PATH identifies them. */
  env: NodeJS.ProcessEnv
  /** Returns a new path for a data folder, which does not exist yet. */
  newDataDir(): string
  /** Removes the checkout and its data folders, including root's databases outside of them. */
  remove(): Promise<void>
}

export async function makeCheckout(runAs: RunAs | null): Promise<TestCheckout> {
  const base = await mkdtemp(join(tmpdir(), 'cw-start-'))
  const remove = async () => {
    for (const name of await readdir(join(base, 'data'))) await removeRootLocation(join(base, 'data', name))
    await run('rm', ['-rf', base])
  }
  try {
    const path = join(base, 'a creative wave')
    await copyProject(base, path, runAs)
    const node = await findUsableNode(base, runAs)
    await run(node, ['scripts/build.mjs'], { ...runAs, cwd: path })
    let count = 0
    const newDataDir = () => join(base, 'data', String((count += 1)))
    return { path, runAs, node, env: environment(base, node), newDataDir, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Starts the app as an operator does.
 * @param command runs in the checkout, in its own process group, as from a terminal
 */
export function startFrom(
  checkout: TestCheckout,
  env: NodeJS.ProcessEnv,
  command: [string, ...string[]] = [checkout.node, 'scripts/start.mjs'],
): RunningApp {
  return new RunningApp(command, {
    ...checkout.runAs,
    cwd: checkout.path,
    env: { ...checkout.env, ...env },
    detached: true,
  })
}

/** Returns the command lines of all running processes that were started, directly or not, from the checkout. Linux only. */
export async function remainingProcesses({ env }: TestCheckout): Promise<string[]> {
  const pathVariable = `PATH=${env['PATH']}`
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      if (!environment.includes(pathVariable)) return []
      return [await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')]
    }),
  )
  // A process without a command line is a zombie.
  return found
    .flat()
    .filter((command) => command !== '')
    .map((command) => command.replaceAll(/[\0\s]+/g, ' ').slice(0, 150))
}

/** Removes root's database of a data folder, which is outside of that folder. */
export async function removeRootLocation(dataDir: string): Promise<void> {
  const location = await findRootLocation(dataDir)
  if (location) await rm(location, { recursive: true, force: true })
}

function environment(base: string, node: string): NodeJS.ProcessEnv {
  return {
    PATH: `${dirname(node)}:${process.env['PATH']}:${base}`,
    HOME: join(base, 'tmp'),
    TMPDIR: join(base, 'tmp'),
    LOG_LEVEL: 'warn',
  }
}

async function copyProject(base: string, path: string, runAs: RunAs | null): Promise<void> {
  for (const folder of [path, join(base, 'data'), join(base, 'tmp')]) await mkdir(folder)
  const names = await readdir(PROJECT)
  const copied = names.filter((name) => /^(src|scripts|db|dist|.*\.(json|config\.ts))$/.test(name))
  // The commands copy and remove tens of thousands of files in half of the processor time that Node needs.
  await run('cp', ['-r', ...copied.map((name) => join(PROJECT, name)), path])
  if (runAs) await run('chown', ['-R', `${runAs.uid}:${runAs.gid}`, base])
  await symlink(await sharedPackages(), join(path, 'node_modules'))
}

/** Returns the packages of all checkouts of the run. Creating and removing their folders takes longer than an app's start. */
async function sharedPackages(): Promise<string> {
  const folder = inject('checkoutPackages')
  const packages = join(folder, 'node_modules')
  const isFirst = await mkdir(folder).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'EEXIST') return false
      throw error
    },
  )
  if (!isFirst) {
    await vi.waitFor(() => access(packages), { interval: 100 })
    return packages
  }
  await chmod(folder, 0o755)
  const part = join(folder, 'part')
  await mkdir(part)
  // Hard links where the file system allows. The folder of the project may be closed to other OS users.
  const copied = [join(PROJECT, 'node_modules'), part]
  await run('cp', ['-a', '-l', ...copied]).catch(() => run('cp', ['-a', ...copied]))
  await rename(join(part, 'node_modules'), packages)
  return packages
}

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

/** Returns the tests' own Node, or a copy of it when the OS user cannot execute that one. */
async function findUsableNode(base: string, runAs: RunAs | null): Promise<string> {
  const trial = spawnSync(process.execPath, ['--version'], { ...runAs, cwd: '/' })
  if (trial.status === 0) return process.execPath
  const copy = join(base, 'bin', 'node')
  await mkdir(dirname(copy))
  await copyFile(process.execPath, copy)
  return copy
}
