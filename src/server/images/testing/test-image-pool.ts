import { readFile } from 'node:fs/promises'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { ImagePool } from '#server/images/image-pool.ts'

type Options = ConstructorParameters<typeof ImagePool>[0]

/** Opens a pool for tests without an app, with the product's default limits unless changed; the caller closes it. */
export function openTestPool(changes: Partial<Options> = {}): ImagePool {
  return new ImagePool({ ...readConfig({}).images, log: pino({ level: 'silent' }), ...changes })
}

/** Returns the process ids of this process's image workers; none on systems without /proc. */
export async function imageWorkerPids(): Promise<number[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8').catch(() => '')
  const pids = children.split(' ').map(Number).filter(Boolean)
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids.filter((_pid, index) => commands[index]?.includes('image-worker'))
}
