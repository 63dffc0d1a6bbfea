import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '#server/startup/startup-error.ts'

/**
 * Removes `postmaster.pid` when the process it names is a zombie, or a later process with the same
 * number (usual in containers): PostgreSQL may take either for its living server and then never
 * starts. A living server's file stays. Where there is no /proc PostgreSQL decides alone.
 */
export async function removeStaleLock(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid')
  const pid = (await orNull(readFile(file, 'utf8')))?.split('\n', 1)[0]?.trim() ?? ''
  if (!/^\d+$/.test(pid)) return
  const status = await orNull(readFile(`/proc/${pid}/stat`, 'utf8'))
  if (status !== null && ((await worksElsewhere(pid, data)) || isZombie(status)))
    await rm(file, { force: true })
}

/** `status` is "pid (name) state …"; the name may hold brackets and spaces. */
function isZombie(status: string): boolean {
  return /^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
}

/** A server works in its data folder. Where another user's process does, is not told. */
async function worksElsewhere(pid: string, data: string): Promise<boolean> {
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
