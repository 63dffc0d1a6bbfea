import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '#server/startup/startup-error.ts'

/**
 * Removes `postmaster.pid` when its process is a zombie, or a later process with a reused id (usual in containers).
 * PostgreSQL may mistake either for a running server and would then never start. The file of a running server is kept.
 * Does nothing where there is no /proc.
 */
export async function removeStaleLock(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid')
  const pid = (await orNull(readFile(file, 'utf8')))?.split('\n', 1)[0]?.trim() ?? ''
  if (!/^\d+$/.test(pid)) return
  const status = await orNull(readFile(`/proc/${pid}/stat`, 'utf8'))
  if (status !== null && ((await runsInOtherFolder(pid, data)) || isZombie(status)))
    await rm(file, { force: true })
}

/** `status` is "pid (name) state …"; the name may contain brackets and spaces. */
function isZombie(status: string): boolean {
  return /^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
}

/** A server's working directory is its data folder. The one of another user's process cannot be read: returns false. */
async function runsInOtherFolder(pid: string, data: string): Promise<boolean> {
  const folder = await orNull(readlink(`/proc/${pid}/cwd`))
  return folder !== null && folder !== (await realpath(data))
}

async function orNull(reading: Promise<string>): Promise<string | null> {
  try {
    return await reading
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(codeOf(error))) return null
    throw error
  }
}
