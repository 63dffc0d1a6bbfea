import type { z } from 'zod/mini'
import type { InvalidField } from './errors.ts'
import type { Message } from './translations.ts'

type Issue = z.core.$ZodIssue

/** Nobody reads on, and an answer is not to be larger than its question. */
const MOST = 20

/** Says for each field what a member can do about it, for the first few of them; `path` is dotted. */
export function toFieldErrors(issues: readonly Issue[]): InvalidField[] {
  return issues
    .slice(0, MOST)
    .flatMap((issue) => pathsOf(issue).map((path) => ({ path: path.join('.'), ...problemOf(issue) })))
    .slice(0, MOST)
}

/** Keys that have no place there are named each. */
function pathsOf(issue: Issue): PropertyKey[][] {
  return issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, MOST).map((key) => [...issue.path, key])
    : [issue.path]
}

function problemOf(issue: Issue): Message {
  switch (issue.code) {
    case 'invalid_type':
      return { key: issue.input === undefined ? 'fields.required' : 'fields.wrong' }
    case 'too_small':
      if (issue.origin !== 'string') return { key: 'fields.range' }
      return Number(issue.minimum) <= 1
        ? { key: 'fields.required' }
        : { key: 'fields.tooShort', values: { min: Number(issue.minimum) } }
    case 'too_big':
      if (issue.origin === 'string') return { key: 'fields.tooLong', values: { max: Number(issue.maximum) } }
      return issue.origin === 'array'
        ? { key: 'fields.tooMany', values: { max: Number(issue.maximum) } }
        : { key: 'fields.range' }
    case 'invalid_format':
      if (issue.format === 'email') return { key: 'fields.email' }
      // The one expression of the contract asks for something to see.
      if (issue.format === 'regex') return { key: 'fields.required' }
      return { key: issue.format === 'url' ? 'fields.url' : 'fields.wrong' }
    case 'invalid_value':
      return { key: 'fields.choice' }
    default:
      return { key: 'fields.wrong' }
  }
}
