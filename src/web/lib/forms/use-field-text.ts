import { useTranslations } from 'use-intl/react'
import type { z } from 'zod/mini'

type Issue = z.core.$ZodRawIssue

/** Returns a function that formats the issues of the contract's schemas, for the `error` option of a parse. */
export function useFieldText(): (issue: Issue) => string {
  const t = useTranslations('fields')
  return (issue) => {
    if (issue.input === '' || issue.input === undefined) return t('required')
    switch (issue.code) {
      case 'too_small':
        return Number(issue.minimum) > 1 ? t('tooShort', { min: Number(issue.minimum) }) : t('required')
      case 'too_big':
        return issue.origin === 'array'
          ? t('tooMany', { max: Number(issue.maximum) })
          : t('tooLong', { max: Number(issue.maximum) })
      case 'invalid_format':
        if (issue.format === 'email') return t('wrongEmail')
        if (issue.format === 'url') return t('wrongUrl')
        // The contract's only regex for text requires a visible character.
        return issue.format === 'regex' ? t('required') : t('wrong')
      default:
        return t('wrong')
    }
  }
}
