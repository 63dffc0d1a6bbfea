import { balanceBidi } from '#shared/text/balance-bidi.ts'

/**
 * Returns the text of a WebVTT cue with only the tags b, i, u, c, v, lang, ruby and rt. Closes tags that are open at the end.
 * Keeps the content of other tags as text. Balances bidirectional control characters, and removes overrides.
 */
export function rewriteCueText(text: string): string {
  const open: string[] = []
  let result = ''
  let rest = 0
  for (const { 0: whole, 1: tag = '', index } of text.matchAll(TAG)) {
    result +=
      rewriteText(text.slice(rest, index)) + (tag.startsWith('/') ? closeTag(tag, open) : openTag(tag, open))
    rest = index + whole.length
  }
  result += rewriteText(text.slice(rest)) + open.toReversed().map(closing).join('')
  // An empty line ends a cue.
  return balanceBidi(result).trim().replaceAll(/\n+/g, '\n')
}

/** Excludes `<` inside a tag, so that matching takes linear time. A `<` before a space is text. */
const TAG = /<((?:[/a-z\d.][^<>]*)?)>/gi
const SIMPLE_TAGS: ReadonlySet<string> = new Set(['b', 'i', 'u', 'c', 'ruby', 'rt'])
/** Tags with an annotation: the name of a speaker, or a language. */
const ANNOTATED_TAGS: ReadonlySet<string> = new Set(['v', 'lang'])
const MAX_DEPTH = 10
const MAX_ANNOTATION = 100
/** The classes with a style in every browser. */
const COLOR = /^(?:bg_)?(?:white|lime|cyan|red|yellow|magenta|blue|black)$/

const closing = (name: string) => `</${name}>`

function openTag(tag: string, open: string[]): string {
  const [, name = '', classes = '', annotation = ''] = /^([a-z]*)((?:\.[^\s.]*)*)\s*([^]*)$/.exec(tag) ?? []
  const isAnnotated = ANNOTATED_TAGS.has(name)
  if ((!isAnnotated && !SIMPLE_TAGS.has(name)) || open.length >= MAX_DEPTH) return ''
  open.push(name)
  const colors = classes.split('.').filter((each) => COLOR.test(each))
  const value = isAnnotated ? rewriteAnnotation(annotation) : ''
  return `<${[name, ...new Set(colors)].join('.')}${value && ` ${value}`}>`
}

/** Removes hyphens from the end, because `-->` would begin another cue. */
function rewriteAnnotation(annotation: string): string {
  const short = annotation.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_ANNOTATION)
  return balanceBidi(rewriteText(short))
    .replace(/[\s-]+$/, '')
    .trim()
}

/** Closes a tag and all tags inside it. */
function closeTag(tag: string, open: string[]): string {
  const at = open.lastIndexOf(tag.slice(1).trim())
  return at < 0 ? '' : open.splice(at).toReversed().map(closing).join('')
}

const CHARACTERS = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
}
const REFERENCE = new RegExp(Object.keys(CHARACTERS).join('|'), 'g')
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Decodes the character references of WebVTT, and escapes characters of markup. */
function rewriteText(text: string): string {
  const characters: Record<string, string> = CHARACTERS
  return text
    .replaceAll(CONTROL, '')
    .replaceAll(REFERENCE, (reference) => characters[reference] ?? reference)
    .replaceAll(/[&<>]/g, (character) => ESCAPED[character] ?? character)
}

// oxlint-disable-next-line no-control-regex -- the point of the expression
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
