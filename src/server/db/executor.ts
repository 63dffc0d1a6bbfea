import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/** Runs queries: the database itself or a transaction in it. */
export type Executor = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with' | '_'
>
export type Db = Executor & Pick<NodePgDatabase, 'transaction'>
