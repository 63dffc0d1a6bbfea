import { hasRole } from '#shared/roles.ts'
import { wordsOfList } from '#shared/text/word-list.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Settings } from '#server/settings/settings.ts'
import { type FindWatchedWord, NO_WORDS, compileWords } from './match-words.ts'

/** Texts of a request, by the path of their field. */
export type TextByField = Record<string, string | readonly string[] | null | undefined>

/**
 * Throws 422 `watched_word` at the first field with a word that this site refuses. Fields that are unchanged since `before` pass: a
 * new watched word must not prevent changes of other fields.
 */
export function refuseSiteWords(
  settings: Pick<Settings, 'get'>,
  texts: TextByField,
  before: Readonly<Record<string, unknown>> = {},
): void {
  const find = compileList(settings, 'community.refusedWords')
  if (find === NO_WORDS) return
  for (const [path, text] of Object.entries(texts)) {
    const unchanged = new Set([before[path]].flat())
    for (const each of [text ?? []].flat()) {
      const word = unchanged.has(each) ? null : find(each)
      if (word !== null) throw watchedWordError(path, word)
    }
  }
}

type Names = { firstName?: string | null | undefined; lastName?: string | null | undefined }

/** The names of a user with the whole name, as a phrase may be spread over both. */
export const namesOf = ({ firstName, lastName }: Names): TextByField => ({
  firstName,
  lastName: [lastName, firstName && lastName && `${firstName} ${lastName}`].filter(
    (name) => typeof name === 'string',
  ),
})

/** Returns the first word in a text that this site refuses, as it was written; null if there is none. */
export const findSiteWord = (settings: Pick<Settings, 'get'>, text: string): string | null =>
  compileList(settings, 'community.refusedWords')(text)

/** Returns the first word because of which a text of this author must be reviewed, as it was written; null if there is none. */
export const findHeldWord = (
  settings: Pick<Settings, 'get'>,
  author: Pick<Caller, 'role'>,
  text: string,
): string | null =>
  // Moderators would review their own texts.
  hasRole(author, 'moderator') ? null : compileList(settings, 'community.heldWords')(text)

/** The error for a text with a word that may not be used; names the word as it was written. */
export function watchedWordError(path: string, word: string): HttpError {
  const message = { key: 'errors.watchedWord', values: { word } } as const
  return new HttpError(422, 'watched_word', message.key, {
    values: message.values,
    fields: [{ path, ...message }],
  })
}

type ListKey = 'community.refusedWords' | 'community.heldWords'
const compiledLists = new Map<ListKey, { list: string; find: FindWatchedWord }>()

/** Compiles a list of the settings once until it changes. */
function compileList(settings: Pick<Settings, 'get'>, key: ListKey): FindWatchedWord {
  const list = settings.get(key)
  const compiled = compiledLists.get(key)
  if (compiled?.list === list) return compiled.find
  const find = compileWords(wordsOfList(list))
  compiledLists.set(key, { list, find })
  return find
}
