import { fold } from './fold.ts'
import { hasLongHost } from './host-length.ts'

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

// `#` or `@` in the middle of a word is part of the word: an e-mail address is not a mention.
const MARKUP =
  /(?<![\p{L}\p{N}\p{M}_&/@#])(?:#(?<tag>[\p{L}\p{N}\p{M}_]{1,60})(?![\p{L}\p{N}\p{M}_])|@(?<handle>[a-z0-9_]{2,40})(?![\p{L}\p{N}\p{M}_@])|(?<url>https?:\/\/[^\s<>"'`]{1,1000}))/giu

/** Splits a text into plain text, `#hashtags`, `@mentions` and URLs; the joined pieces are the text. */
export function splitText(content: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of content.matchAll(MARKUP)) {
    const piece = toPiece(match)
    if (!piece) continue
    if (match.index > end) pieces.push({ kind: 'text', text: content.slice(end, match.index) })
    pieces.push(piece)
    end = match.index + piece.text.length
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
  return toLink(url ?? '')
}

/** A bare number (#1) is not a hashtag. */
const isTag = (text: string) => /\p{L}/u.test(text)

/** One character may fold to several, so the folded tag is truncated to the same limit. */
function foldedTag(tag: string): string {
  return [...fold(tag).replace(/\s/gu, '')].slice(0, MAX_TAG_LENGTH).join('')
}

function toLink(matched: string): TextPiece | null {
  const href = trimPunctuation(matched)
  const url = !hasLongHost(href) && URL.canParse(href) ? new URL(href) : null
  // A user name before the host can disguise where the URL leads.
  if (!url || url.username !== '' || url.password !== '') return null
  return { kind: 'link', text: href, url: href }
}

/** Removes the sentence's punctuation at the end of a URL, and closing brackets that were opened before it. */
function trimPunctuation(href: string): string {
  let unopened = countOf(href, ')') - countOf(href, '(')
  let end = href.length
  for (; end > 0; end--) {
    const last = href.charAt(end - 1)
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!TRAILING_PUNCTUATION.has(last)) break
  }
  return href.slice(0, end)
}

const TRAILING_PUNCTUATION: ReadonlySet<string> = new Set('.,;:!?]}…')

const countOf = (text: string, character: string) => text.split(character).length - 1
