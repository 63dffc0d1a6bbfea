import { fold } from './fold.ts'
import { linkIn, URL_SOURCE } from './find-links.ts'

/** A piece of a post or comment: its text, and its link target if it has one. */
export type TextPiece =
  | { kind: 'text'; text: string }
  | { kind: 'hashtag'; text: string; tag: string }
  | { kind: 'mention'; text: string; handle: string }
  | { kind: 'link'; text: string; url: string }

/** In code points. */
const MAX_TAG_LENGTH = 60
const MAX_HASHTAGS = 30
const MAX_MENTIONS = 30

// `#` or `@` in the middle of a word is part of the word: an e-mail address is not a mention. A URL may follow a letter
// of a script that is not Latin: Chinese and Japanese have no spaces.
const BEFORE = String.raw`(?<![\p{L}\p{N}\p{M}_&/@#])`
const WORD_CHARACTER = String.raw`[\p{L}\p{N}\p{M}_]`
// Persian and Indic scripts need joiners within words.
const JOINER = String.raw`(?<=${WORD_CHARACTER})[\u200C\u200D](?=${WORD_CHARACTER})`
const TAG = String.raw`#(?<tag>(?:${WORD_CHARACTER}|${JOINER}){1,${MAX_TAG_LENGTH}})(?!${WORD_CHARACTER}|${JOINER})`
const HANDLE = String.raw`@(?<handle>[a-z0-9_]{2,40})(?![\p{L}\p{N}\p{M}_@])`
const MARKUP = new RegExp(
  String.raw`${BEFORE}(?:${TAG}|${HANDLE})|(?<![\p{Script=Latin}0-9_&/@#])(?<url>${URL_SOURCE})`,
  'giu',
)

/** Splits a text into plain text, `#hashtags`, `@mentions` and URLs; the joined pieces are the text. */
export function splitText(content: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  const markup = new RegExp(MARKUP)
  for (let match = markup.exec(content); match; match = markup.exec(content)) {
    const piece = toPiece(match)
    if (!piece) continue
    if (match.index > end) pieces.push({ kind: 'text', text: content.slice(end, match.index) })
    pieces.push(piece)
    end = match.index + piece.text.length
    // The expression matches more than the link.
    markup.lastIndex = end
  }
  if (end < content.length) pieces.push({ kind: 'text', text: content.slice(end) })
  return pieces
}

/** The hashtags of a text, by folded tag; the label is the first spelling. Every spelling counts for the limit. */
export function hashtagsOf(content: string): { tag: string; label: string }[] {
  const labels = new Set<string>()
  for (const { groups } of content.matchAll(MARKUP)) {
    const label = groups?.['tag']
    if (label !== undefined && isTag(label)) labels.add(label)
    // Before they are folded: one letter may fold to 18.
    if (labels.size === MAX_HASHTAGS) break
  }
  const labelByTag = new Map<string, string>()
  for (const label of labels) {
    const tag = foldedTag(label)
    if (tag !== '' && !labelByTag.has(tag)) labelByTag.set(tag, label)
  }
  return [...labelByTag].map(([tag, label]) => ({ tag, label }))
}

/** Returns the distinct handles that a text mentions. */
export function mentionsOf(content: string): string[] {
  const handles = new Set<string>()
  for (const { groups } of content.matchAll(MARKUP)) {
    const handle = groups?.['handle']
    if (handle !== undefined) handles.add(handle.toLowerCase())
    if (handles.size === MAX_MENTIONS) break
  }
  return [...handles]
}

function toPiece(match: RegExpExecArray): TextPiece | null {
  const { tag, handle, url } = match.groups ?? {}
  if (tag !== undefined) {
    const folded = isTag(tag) ? foldedTag(tag) : ''
    return folded === '' ? null : { kind: 'hashtag', text: match[0], tag: folded }
  }
  if (handle !== undefined) return { kind: 'mention', text: match[0], handle: handle.toLowerCase() }
  const link = linkIn(url ?? '')
  return link === null ? null : { kind: 'link', text: link, url: link }
}

/** A bare number (#1) is not a hashtag. */
const isTag = (text: string) => /\p{L}/u.test(text)

/** One character may fold to several, so the folded tag is truncated to the same limit. */
function foldedTag(tag: string): string {
  return [...fold(tag).replace(/\s/g, '')].slice(0, MAX_TAG_LENGTH).join('')
}
