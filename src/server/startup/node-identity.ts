import { randomUUID } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { randomSecret, readOrCreateValue } from './data-dir.ts'

type NodeIdentity = { nodeId: string; secrets: { session: string } }

/** Returns the id and the secret of the node that a data folder belongs to. Creates what is missing. */
export async function readNodeIdentity({
  dataDir,
  sessionSecret,
}: Pick<Config, 'dataDir' | 'sessionSecret'>): Promise<NodeIdentity> {
  const session = sessionSecret ?? (await readOrCreateValue(dataDir, 'session-secret', randomSecret))
  return { nodeId: await readOrCreateValue(dataDir, 'node-id', randomUUID), secrets: { session } }
}
