import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/** Runs queries: the database itself or a transaction in it. */
export type Executor = Pick<
  NodePgDatabase,
  | 'select'
  | 'selectDistinct'
  | 'selectDistinctOn'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | '$with'
  | 'with'
  | '_'
>
export type Db = Executor & Pick<NodePgDatabase, 'transaction'>

/** Adds the writes of a verb's caller to its transaction, such as an entry of the audit trail. */
export type AlsoWrite = (tx: Executor) => Promise<void>
export const writeNothing: AlsoWrite = () => Promise.resolve()
