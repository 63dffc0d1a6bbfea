import { type Column, type SQL, like, sql } from 'drizzle-orm'

/** The expression of a generated column, or of an index, that folds the text of another SQL expression. */
export const foldedText = (expression: string): SQL =>
  sql.raw(`lower(regexp_replace(normalize(${expression}, NFD), '[\\u0300-\\u036f]', '', 'g'))`)

/**
 * Whether a column whose text is stored in lower case without combining marks contains a text, in any case and with any
 * accents. An index of trigrams serves texts of three letters and more.
 */
export const containsFolded = (column: Column | SQL, text: string): SQL =>
  like(column, `%${escapeLike(fold(text))}%`)

/** Folds a text as the generated columns do. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase()

const escapeLike = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)
