import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf, oneLine, StartupError } from '#server/startup/startup-error.ts'
import { POSTGRES_MAJOR } from './binaries.ts'
import { makeServerFolder, type ServerLocation } from './location.ts'
import { startWatched } from './watched-process.ts'

/**
 * Makes PostgreSQL's data folder where there is none yet. It grows under another name and appears
 * whole, so that a start that was killed meanwhile is simply repeated by the next.
 * @throws {StartupError} when it cannot be made, or belongs to another major version
 */
export async function makeCluster(
  place: ServerLocation,
  binaries: string,
  superuser: { user: string; password: string },
): Promise<void> {
  const version = await clusterVersion(place.data)
  if (version === POSTGRES_MAJOR) return
  if (version !== null) {
    throw new StartupError(
      `The database in ${place.data} was made by PostgreSQL ${version} and this installation brings ${POSTGRES_MAJOR}: set DATABASE_URL, or start the version that made it.`,
    )
  }
  await removeUnfinished(place.data)
  const part = await mkdtemp(`${place.data}.part-`)
  try {
    await makeServerFolder(part, 0o700, place.runAs)
    await initialise(place, binaries, part, superuser)
    await rename(join(part, 'data'), place.data)
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

async function initialise(
  place: ServerLocation,
  binaries: string,
  part: string,
  superuser: { user: string; password: string },
): Promise<void> {
  const passwordFile = join(part, 'password')
  await writeFile(passwordFile, `${superuser.password}\n`, { mode: 0o600 })
  if (place.runAs) await chown(passwordFile, place.runAs.uid, place.runAs.gid)
  const initdb = startWatched(
    [
      join(binaries, 'bin', 'initdb'),
      ...[`--pgdata=${join(part, 'data')}`, `--username=${superuser.user}`, `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', ...LOCALE],
    ],
    { runAs: place.runAs },
  )
  let said = ''
  initdb.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await initdb.exited
  if (code === 0) return
  throw new StartupError(
    `PostgreSQL could not make its database in ${place.data} (${lastLine(said) || `exit code ${code}`}): put it right, or set DATABASE_URL.`,
  )
}

/**
 * Order by code point, the same on every machine, so that no system update can break an index.
 * Messages in English, for we read them. The system's character classes, for the search extensions
 * ask those what a letter is.
 */
const LOCALE = [
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  process.platform === 'darwin' ? '--lc-ctype=en_US.UTF-8' : '--lc-ctype=C.UTF-8',
]

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => /error|fatal|not found|denied/i.test(line))
  return oneLine(lines.at(-1) ?? text.trim().split('\n').at(-1))
}
