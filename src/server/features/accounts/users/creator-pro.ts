import type { Executor } from '#server/db/executor.ts'
import { proRequired } from '#server/http/errors.ts'
import { findUserById } from './queries.ts'

/** Whether a user has Creator Pro now. */
export async function hasPro(db: Executor, userId: string): Promise<boolean> {
  return (await findUserById(db, userId))?.isPremium ?? false
}

/** Throws 403 `pro_required` for a user without Creator Pro. */
export async function requirePro(db: Executor, userId: string): Promise<void> {
  if (!(await hasPro(db, userId))) throw proRequired()
}
