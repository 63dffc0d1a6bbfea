import { randomUUID } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { randomSecret, readOrCreateValue } from './data-dir.ts'

type NodeIdentity = { nodeId: string; secrets: { session: string } }

/** What a process needs to act as the node of a data folder. Creates the parts that are missing. */
export async function readNodeIdentity({
  dataDir,
  sessionSecret,
}: Pick<Config, 'dataDir' | 'sessionSecret'>): Promise<NodeIdentity> {
  const session = sessionSecret ?? (await readOrCreateValue(dataDir, 'session-secret', randomSecret))
  return { nodeId: await readOrCreateValue(dataDir, 'node-id', randomUUID), secrets: { session } }
}
