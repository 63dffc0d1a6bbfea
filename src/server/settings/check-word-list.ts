import { MAX_WATCHED_WORD, type WordListError, findWordListError } from '#shared/text/word-list.ts'
import { invalid } from '#server/http/errors.ts'
import type { Message } from '#server/http/translations.ts'

/** Throws 400 with the line of the error for a value that is not a list of at most `max` words, one on each line. */
export function checkWordList(value: string, max: number): void {
  const error = findWordListError(value, max)
  if (error) throw invalid([{ path: 'value', ...messageOf(error, max) }])
}

function messageOf(error: WordListError, max: number): Message {
  switch (error.problem) {
    case 'tooMany':
      return { key: 'fields.tooManyWords', values: { count: error.count, max } }
    case 'tooLong':
      return { key: 'fields.wordTooLong', values: { line: error.line, max: MAX_WATCHED_WORD } }
    case 'character':
      return { key: 'fields.wordCharacter', values: { line: error.line } }
    default:
      return error satisfies never
  }
}
