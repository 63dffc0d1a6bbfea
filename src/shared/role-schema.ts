import * as z from 'zod/mini'
import { ROLES } from './roles.ts'

/** A role. Apart from `roles.ts`, which the first script of every page contains: it needs no schemas. */
export const role = z.enum(ROLES)
