import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#server/db/executor.ts'
import { TestClient } from './test-client.ts'

/** Two live streams with a viewer each, and what the database says about them. */
export class TestBroadcasts {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Starts them on the app at `url`. */
  async start(url: string): Promise<void> {
    for (let count = 1; count <= 2; count += 1) {
      const streamer = new TestClient(url)
      await streamer.signUp()
      const { id } = await streamer.createStream()
      await streamer.put(`/api/streams/${id}`, { isLive: true })
      await new TestClient(url).openJoinedSocket(id)
      await expect.poll(() => this.state()).toMatchObject({ live: count, viewers: count })
    }
  }

  /** Counts the nodes that own them, those that are live, their viewers, and the ends that were recorded. */
  async state() {
    const { rows } = await this.#db.execute(sql`
      select (select count(distinct node_id)::int from broadcasts) as nodes,
        (select count(*)::int from streams where is_live) as live,
        (select sum(viewer_count)::int from streams) as viewers,
        (select count(*)::int from analytics_events where event_type = 'stream_ended') as ends`)
    return rows[0]
  }

  async nodeIds(): Promise<string[]> {
    const { rows } = await this.#db.execute<{ id: string }>(
      sql`select distinct node_id as id from broadcasts`,
    )
    return rows.map(({ id }) => id)
  }

  /** Resolves when every running node has looked for expired nodes during `seconds`. */
  async renewalsFor(seconds: number): Promise<void> {
    const oldest = async () => {
      const { rows } = await this.#db.execute<{ at: number }>(sql`
        select extract(epoch from min(lease_until))::float8 as at from node_processes where lease_until > now()`)
      return rows[0]?.at ?? 0
    }
    const before = await oldest()
    await expect.poll(oldest).toBeGreaterThan(before + seconds)
  }
}
