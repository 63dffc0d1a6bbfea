import { fold } from './fold.ts'

/** A piece of a post or comment: what is written, and what it leads to. */
export type TextPiece =
  | { kind: 'text'; text: string }
  | { kind: 'hashtag'; text: string; tag: string }
  | { kind: 'mention'; text: string; handle: string }
  | { kind: 'link'; text: string; url: string }

/** Signs of a hashtag. */
const MAX_TAG = 60
const MAX_HASHTAGS = 30
const MAX_MENTIONS = 30

// A sign in the middle of a word is part of the word: an e-mail address mentions nobody.
const MARKED =
  /(?<![\p{L}\p{N}\p{M}_&/@#])(?:#(?<tag>[\p{L}\p{N}\p{M}_]{1,60})(?![\p{L}\p{N}\p{M}_])|@(?<handle>[a-z0-9_]{2,40})(?![\p{L}\p{N}\p{M}_@])|(?<url>https?:\/\/[^\s<>"'`]{1,1000}))/giu

/** Takes a text apart into plain pieces, `#hashtags`, `@mentions` and web addresses; joined again they are the text. */
export function textPieces(content: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of content.matchAll(MARKED)) {
    const piece = pieceOf(match)
    if (!piece) continue
    if (match.index > end) pieces.push({ kind: 'text', text: content.slice(end, match.index) })
    pieces.push(piece)
    end = match.index + piece.text.length
  }
  if (end < content.length) pieces.push({ kind: 'text', text: content.slice(end) })
  return pieces
}

/** The hashtags of a text, by folded tag, with how each is written first. */
export function hashtagsOf(content: string): { tag: string; label: string }[] {
  const found = new Map<string, string>()
  for (const piece of textPieces(content)) {
    if (piece.kind === 'hashtag' && !found.has(piece.tag)) found.set(piece.tag, piece.text.slice(1))
  }
  return [...found].slice(0, MAX_HASHTAGS).map(([tag, label]) => ({ tag, label }))
}

/** The handles that a text mentions, each once. */
export function mentionsOf(content: string): string[] {
  const handles = textPieces(content).flatMap((piece) => (piece.kind === 'mention' ? piece.handle : []))
  return [...new Set(handles)].slice(0, MAX_MENTIONS)
}

function pieceOf(match: RegExpExecArray): TextPiece | null {
  const { tag, handle, url } = match.groups ?? {}
  if (tag !== undefined) {
    // A number alone (#1) is no topic.
    const folded = /\p{L}/u.test(tag) ? foldedTag(tag) : ''
    return folded === '' ? null : { kind: 'hashtag', text: match[0], tag: folded }
  }
  if (handle !== undefined) return { kind: 'mention', text: match[0], handle: handle.toLowerCase() }
  return linkOf(url ?? '')
}

/** One sign may fold to many: the tag stays as short as what is written. */
function foldedTag(tag: string): string {
  return [...fold(tag).replace(/\s/gu, '')].slice(0, MAX_TAG).join('')
}

function linkOf(written: string): TextPiece | null {
  const address = withoutEnd(written)
  const url = URL.canParse(address) ? new URL(address) : null
  // With a name before the host an address seems to lead elsewhere than it does.
  if (!url || url.username !== '' || url.password !== '') return null
  return { kind: 'link', text: address, url: address }
}

/** The sentence's own signs at the end of an address are not part of it, nor is a bracket that was opened before. */
function withoutEnd(address: string): string {
  let unopened = countOf(address, ')') - countOf(address, '(')
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!ENDS.has(last)) break
  }
  return address.slice(0, end)
}

const ENDS: ReadonlySet<string> = new Set('.,;:!?]}…')

const countOf = (text: string, sign: string) => text.split(sign).length - 1
