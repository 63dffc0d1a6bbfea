import { hasLongHost } from './host-length.ts'
import { parseUrl } from './parse-url.ts'

/** In UTF-16 units; a longer URL is text, as one that was cut would lead elsewhere. */
const MAX_URL_LENGTH = 2000

// Punctuation and symbols outside of ASCII end a URL: quotes, brackets and full stops of every script. Browsers copy
// those that belong to an address percent-encoded. Some join the letters of one word, which browsers copy as they are:
// apostrophes, middle dots, dashes, and the joiners that Persian and Indic scripts need.
const IN_WORD = String.raw`[\p{L}\p{M}\p{N}_]`
const POSSESSIVE = String.raw`['’]s\s+[\p{L}\p{N}]`
const JOINER = String.raw`(?<=${IN_WORD})(?!${POSSESSIVE})['’·\u05BE\u05F3\u05F4\u0F0B\u2010\u2011\u2013\u2027\u30FB\u200C\u200D](?=${IN_WORD})|(?<=_)—(?=_)`
// A second URL without a space before it, as in texts of languages without spaces, and in lists; after a Latin letter none begins.
// Without regard to case \P{ASCII} would match `k` and `s`, as two letters beyond ASCII are forms of these.
const NEXT_URL = String.raw`https?:\/\/(?<=(?:[,;|()[\]{}]|[^\p{ASCII}\p{Script=Latin}])https?:\/\/)`
// Whatever may stand in a user name, so that the user name is found, and emoji.
const HOST = String.raw`(?!${NEXT_URL})(?:[!$-&(-.0-;=@-[\]^_a-{}~\p{L}\p{M}\p{N}\p{Extended_Pictographic}]|${JOINER})`
const PATH = String.raw`(?!${NEXT_URL})(?:[!#-&(-;=?-_a-~\p{L}\p{M}\p{N}]|${JOINER})`

/** Source of a regular expression with the flags `iu` that matches a URL, and perhaps characters after its end. */
export const URL_SOURCE = String.raw`https?:\/\/(?:${HOST}){1,${MAX_URL_LENGTH}}(?:[\/?#\\](?:${PATH}){0,${MAX_URL_LENGTH}})?`

/** Returns the URL at the start of what `URL_SOURCE` matched; null if it is none. */
export function linkIn(matched: string): string | null {
  const url = trimEnd(withoutTextAfterHost(untilUnopenedBracket(matched)))
  const parsed = url.length > MAX_URL_LENGTH || hasLongHost(url) ? null : parseUrl(url)
  // A user name before the host can disguise where the URL leads.
  return parsed?.username === '' && parsed.password === '' ? url : null
}

const OPENING_BY_CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Ends a URL before a bracket that was opened before the URL. */
function untilUnopenedBracket(text: string): string {
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 }
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character in open) open[character] = (open[character] ?? 0) + 1
    const opening = OPENING_BY_CLOSING[character]
    if (opening === undefined) continue
    const count = open[opening] ?? 0
    if (count === 0) return text.slice(0, index)
    open[opening] = count - 1
  }
  return text
}

/** A top-level domain of ASCII letters, followed by letters of another script that no top-level domain has. */
const TEXT_AFTER_HOST =
  /^(https?:\/\/[^/?#\\]*\.[a-z]{2,}(?::\d+)?)(?![\p{ASCII}\p{Script=Latin}\p{M}])[^./?#\\]*(?:[/?#\\]|$)/iu

function withoutTextAfterHost(url: string): string {
  return TEXT_AFTER_HOST.exec(url)?.[1] ?? url
}

/** Punctuation of the sentence and of tables and emphasis in Markdown, brackets without content, and emoji. */
const TRAILING = /[.,;:!?*|([{\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}]/u

function trimEnd(url: string): string {
  const characters = [...url]
  let end = characters.length
  while (end > 0 && TRAILING.test(characters[end - 1] ?? '')) end -= 1
  return characters.slice(0, end).join('')
}
