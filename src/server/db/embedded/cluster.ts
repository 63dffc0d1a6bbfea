import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf, oneLine, StartupError } from '#server/startup/startup-error.ts'
import { POSTGRES_MAJOR } from './binaries.ts'
import { makeServerFolder, type ServerLocation } from './location.ts'
import { startWatched } from './watched-process.ts'

/**
 * Creates PostgreSQL's data folder (a "cluster") if it is missing. It is created under a temporary name and then
 * renamed, so that after an interrupted start the next one creates it again.
 * @throws {StartupError} when it cannot be created, or belongs to another major version
 */
export async function ensureCluster(
  location: ServerLocation,
  binaries: string,
  superuser: { user: string; password: string },
): Promise<void> {
  const version = await clusterVersion(location.data)
  if (version === POSTGRES_MAJOR) return
  if (version !== null) {
    throw new StartupError(
      `The database in ${location.data} was made by PostgreSQL ${version} and this installation brings ${POSTGRES_MAJOR}: set DATABASE_URL, or start the version that made it.`,
    )
  }
  await removeUnfinished(location.data)
  const part = await mkdtemp(`${location.data}.part-`)
  try {
    await makeServerFolder(part, 0o700, location.runAs)
    await runInitdb(location, binaries, part, superuser)
    await rename(join(part, 'data'), location.data)
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}

async function clusterVersion(data: string): Promise<string | null> {
  try {
    return (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw new StartupError(`The database in ${data} cannot be read: ${oneLine(error)}.`)
  }
}

async function removeUnfinished(data: string): Promise<void> {
  const parent = dirname(data)
  const names = (await readdir(parent)).filter((name) => name.startsWith(`${basename(data)}.part-`))
  for (const name of names) await rm(join(parent, name), { recursive: true, force: true })
}

async function runInitdb(
  location: ServerLocation,
  binaries: string,
  part: string,
  superuser: { user: string; password: string },
): Promise<void> {
  const passwordFile = join(part, 'password')
  await writeFile(passwordFile, `${superuser.password}\n`, { mode: 0o600 })
  if (location.runAs) await chown(passwordFile, location.runAs.uid, location.runAs.gid)
  const initdb = startWatched(
    [
      join(binaries, 'bin', 'initdb'),
      ...[`--pgdata=${join(part, 'data')}`, `--username=${superuser.user}`, `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', ...LOCALE],
    ],
    { runAs: location.runAs },
  )
  let output = ''
  initdb.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await initdb.exited
  if (code === 0) return
  throw new StartupError(
    `PostgreSQL could not make its database in ${location.data} (${lastLine(output) || `exit code ${code}`}): put it right, or set DATABASE_URL.`,
  )
}

/**
 * The builtin C.UTF-8 collation sorts by code point on every machine, so that no system update can break an index.
 * Messages are in English because the app parses them. LC_CTYPE is the system's, because the search extensions use its
 * character classes to detect letters.
 */
const LOCALE = [
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  process.platform === 'darwin' ? '--lc-ctype=en_US.UTF-8' : '--lc-ctype=C.UTF-8',
]

/** Returns the last line that reports an error, else the last line. */
function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => /error|fatal|not found|denied/i.test(line))
  return oneLine(lines.at(-1) ?? text.trim().split('\n').at(-1))
}
