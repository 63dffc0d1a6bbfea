import { DatabaseError } from 'pg'

/** Whether the error is PostgreSQL's violation of the named constraint, thrown directly or wrapped by Drizzle. */
export function violatesConstraint(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause instanceof DatabaseError ? error.cause : error
  return cause instanceof DatabaseError && cause.constraint === constraint
}
