import type { z } from 'zod/mini'
import type { FieldError } from '#shared/errors.ts'
import { translate } from './translate.ts'

type Issue = z.core.$ZodIssue

/** Nobody reads on, and an answer is not to be larger than its question. */
const MOST = 20

/** Says for each field what a member can do about it, for the first few of them; `path` is dotted. */
export function toFieldErrors(issues: readonly Issue[]): FieldError[] {
  return issues
    .slice(0, MOST)
    .flatMap((issue) => pathsOf(issue).map((path) => ({ path: path.join('.'), message: sentence(issue) })))
    .slice(0, MOST)
}

/** Keys that have no place there are named each. */
function pathsOf(issue: Issue): PropertyKey[][] {
  return issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, MOST).map((key) => [...issue.path, key])
    : [issue.path]
}

function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return translate(issue.input === undefined ? 'fields.required' : 'fields.wrong')
    case 'too_small':
      if (issue.origin !== 'string') return translate('fields.range')
      return Number(issue.minimum) <= 1
        ? translate('fields.required')
        : translate('fields.tooShort', { min: Number(issue.minimum) })
    case 'too_big':
      if (issue.origin === 'string') return translate('fields.tooLong', { max: Number(issue.maximum) })
      return issue.origin === 'array'
        ? translate('fields.tooMany', { max: Number(issue.maximum) })
        : translate('fields.range')
    case 'invalid_format':
      if (issue.format === 'email') return translate('fields.email')
      // The one expression of the contract asks for something to see.
      if (issue.format === 'regex') return translate('fields.required')
      return translate(issue.format === 'url' ? 'fields.url' : 'fields.wrong')
    case 'invalid_value':
      return translate('fields.choice')
    default:
      return translate('fields.wrong')
  }
}
