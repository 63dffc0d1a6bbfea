import { execFile, spawnSync } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { rootPlaceOf, unprivilegedUser } from './db/embedded-place.ts'
import type { RunAs } from './db/watched-process.ts'

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
    await removeRootPlaces(join(base, 'data'))
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

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
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

async function removeRootPlaces(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const place = await rootPlaceOf(join(parent, name))
    if (place) await rm(place, { recursive: true, force: true })
  }
}
