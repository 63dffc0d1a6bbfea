import { useTranslations } from 'use-intl/react'
import type { z } from 'zod/mini'

type Issue = z.core.$ZodRawIssue

/** Gives the texts for what a schema of the contract finds wrong in a form, as `error` of a parse. */
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
        // The contract's one expression for text asks for something to see.
        return issue.format === 'regex' ? t('required') : t('wrong')
      default:
        return t('wrong')
    }
  }
}
