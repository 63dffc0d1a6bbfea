import { execFile, spawnSync } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { rootLocationOf, unprivilegedUser } from '#server/db/embedded/location.ts'
import type { RunAs } from '#server/db/embedded/watched-process.ts'
import { RunningApp } from './running-app.ts'

/** Whom the start-up tests act as: themselves, and beside root also an ordinary user. */
export const USERS =
  process.getuid?.() === 0
    ? [
        { user: 'root', runAs: null },
        { user: 'an ordinary user', runAs: await unprivilegedUser() },
      ]
    : [{ user: 'an ordinary user', runAs: null }]

/** A checkout of this project in a folder that only its user may enter, with spaces in its path. */
export type TestCheckout = {
  path: string
  runAs: RunAs | null
  /** The program that runs Node. */
  node: string
  /** Environment of everything that is started; it also marks what belongs to this checkout. */
  env: NodeJS.ProcessEnv
  /** Makes the path of a data folder that does not exist yet. */
  newDataDir(): string
  /** Removes the checkout, its data and what lies elsewhere for it. */
  remove(): Promise<void>
}

export async function makeCheckout(runAs: RunAs | null): Promise<TestCheckout> {
  const base = await mkdtemp(join(tmpdir(), 'cw-start-'))
  const remove = async () => {
    for (const name of await readdir(join(base, 'data'))) await removeRootLocation(join(base, 'data', name))
    await rm(base, { recursive: true, force: true })
  }
  try {
    const path = join(base, 'a creative wave')
    await fill(base, path, runAs)
    const node = await usableNode(base, runAs)
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
 * Starts the app as its operator does.
 * @param command what is run in the checkout; in a process group of its own, like a terminal does
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

/** Command lines of every process that was started from the checkout, by whatever detours. Linux only. */
export async function survivors({ env }: TestCheckout): Promise<string[]> {
  const mark = `PATH=${env['PATH']}`
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      if (!environment.includes(mark)) return []
      return [await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')]
    }),
  )
  // Without a command line it has ended and waits for its parent to look.
  return found
    .flat()
    .filter((command) => command !== '')
    .map((command) => command.replaceAll(/[\0\s]+/g, ' ').slice(0, 150))
}

/** Removes what lies elsewhere for a data folder, as root's database does. */
export async function removeRootLocation(dataDir: string): Promise<void> {
  const place = await rootLocationOf(dataDir)
  if (place) await rm(place, { recursive: true, force: true })
}

function environment(base: string, node: string): NodeJS.ProcessEnv {
  return {
    PATH: `${dirname(node)}:${process.env['PATH']}:${base}`,
    HOME: join(base, 'tmp'),
    TMPDIR: join(base, 'tmp'),
    LOG_LEVEL: 'warn',
  }
}

async function fill(base: string, path: string, runAs: RunAs | null): Promise<void> {
  for (const folder of [path, join(base, 'data'), join(base, 'tmp')]) await mkdir(folder)
  const names = await readdir(PROJECT)
  const wanted = names.filter((name) => /^(src|scripts|db|dist|.*\.(json|config\.ts))$/.test(name))
  for (const name of wanted) await cp(join(PROJECT, name), join(path, name), { recursive: true })
  if (runAs) await run('chown', ['-R', `${runAs.uid}:${runAs.gid}`, base])
  // After the change of owner: links to the real checkout's files, where the file system allows.
  const packages = [join(PROJECT, 'node_modules'), path]
  await run('cp', ['-a', '-l', ...packages]).catch(() => run('cp', ['-a', ...packages]))
}

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

/** The Node that runs the tests may lie where another user may not go. */
async function usableNode(base: string, runAs: RunAs | null): Promise<string> {
  const trial = spawnSync(process.execPath, ['--version'], { ...runAs, cwd: '/' })
  if (trial.status === 0) return process.execPath
  const copy = join(base, 'bin', 'node')
  await mkdir(dirname(copy))
  await copyFile(process.execPath, copy)
  return copy
}
