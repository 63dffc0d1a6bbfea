import { DatabaseError } from 'pg'

/** True for the database's refusal of what this constraint forbids. */
export function violates(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause instanceof DatabaseError ? error.cause : error
  return cause instanceof DatabaseError && cause.constraint === constraint
}
