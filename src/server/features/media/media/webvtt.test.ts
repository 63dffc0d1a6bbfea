import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HttpError } from '#server/http/errors.ts'
import { rewriteCaptions } from './webvtt.ts'
import { rewriteCueText } from './webvtt-text.ts'

const PIECES = [
  '<',
  '>',
  '&',
  '/',
  '.',
  ' ',
  '\n',
  '<b>',
  '</b>',
  '<v Ama',
  '<c.red',
  '&lt;',
  '&amp',
  '-->',
  'lang',
]
const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 }))
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

/** The tags that players support, in pairs; the name of a speaker and a language are text. */
const KNOWN_TAG =
  /^<(?:\/?(?:b|i|u|c|v|lang|ruby|rt)(?:\.(?:bg_)?[a-z]+)*|(?:v|lang)(?:\.(?:bg_)?[a-z]+)* [^<>]+)>$/

test('whatever the text of a cue is, only known tags are left, all of them closed, and no end of the cue', () => {
  fc.assert(
    fc.property(text, (input) => {
      const rewritten = rewriteCueText(input)
      const tags = rewritten.match(/<[^>]*>?/g) ?? []
      for (const tag of tags) expect(tag).toMatch(KNOWN_TAG)
      expect(tags.filter((tag) => tag.startsWith('</'))).toHaveLength(tags.length / 2)
      expect(rewritten).not.toMatch(/-->|\n\n/)
    }),
  )
})

test('captions that were written again stay as they are', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
      const cues = texts.map((each, index) => `00:0${index}.000 --> 00:0${index + 1}.000\n${each}`)
      const rewritten = tryRewrite(`WEBVTT\n\n${cues.join('\n\n')}`)
      if (rewritten !== null) expect(rewriteCaptions(Buffer.from(rewritten))).toBe(rewritten)
    }),
  )
})

/** Null for text with a malformed time. */
function tryRewrite(captions: string): string | null {
  try {
    return rewriteCaptions(Buffer.from(captions))
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}
