import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import pg from 'pg'

/** Stops a PostgreSQL server with all its processes, as when its disk hangs; `thaw` lets it go on. */
export async function createFreezer(connection: ClientConfig) {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  const folder = rows[0]?.data_directory ?? ''
  const [postmaster] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  let frozen: number[] = []
  const stop = (pid: number) => {
    process.kill(pid, 'SIGSTOP')
    frozen.push(pid)
  }
  const thaw = () => {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    frozen = []
  }
  return {
    async freeze() {
      // First, so that it starts no other process.
      stop(Number(postmaster))
      const backends = await client.query<{ pid: number }>('select pid from pg_stat_activity')
      for (const { pid } of backends.rows) stop(pid)
    },
    thaw,
    async close() {
      thaw()
      await client.end()
    },
  }
}
