import { fold, isAscii } from './fold.ts'

/** In code points; longer words are truncated. */
const MAX_WORD_LENGTH = 40

// A word with such a character is also written without it, or as two words.
const APOSTROPHE = "'"
const APOSTROPHES = /[’‘‛ʼʻʽʹꞌʾʿ\u055A\u05F3\u05F4`´′]/g
const HYPHENS = String.raw`\-\u2010\u00B7\u2027\u05BE\u30FB`
const HYPHEN = new RegExp(`[${HYPHENS}]`, 'u')
const HYPHEN_OR_APOSTROPHE = new RegExp(`[${HYPHENS}${APOSTROPHE}]`, 'gu')

const ASCII_WORD = /[a-z0-9]+/g
const ASCII_COMPOUND = /[a-z0-9]+(?:['-][a-z0-9]+)*/g
const LETTERS = String.raw`[\p{Letter}\p{Number}]+`
const COMPOUND = new RegExp(`${LETTERS}(?:[${HYPHENS}${APOSTROPHE}]${LETTERS})*`, 'gu')

/** The characters of a class of scripts whose words are written without spaces between them. */
export const SPACELESS_LETTERS = [
  ...['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tai_Le', 'New_Tai_Lue'],
  ...['Tai_Tham', 'Tai_Viet', 'Javanese', 'Balinese'],
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .concat('ー')
  .join('')
const SPACELESS = new RegExp(`[${SPACELESS_LETTERS}]`, 'u')
const SPACELESS_RUNS = new RegExp(`([${SPACELESS_LETTERS}]+)`, 'u')

/**
 * Returns the distinct folded words under which a text is found. A word with apostrophes or hyphens is found by its parts and as one
 * word (`N'Djamena`: `n`, `djamena`, `ndjamena`), and a text without spaces by each letter and each two in a row.
 */
export function indexWords(text: string): string[] {
  const folded = foldWithMarks(text)
  if (isPlain(folded)) return plainWords(folded)
  const words = new Set<string>()
  const add = (letters: string) => {
    for (const run of runsOf(letters))
      for (const word of isSpaceless(run) ? [...run, ...pairsOf(run)] : [truncate(run)]) words.add(word)
  }
  for (const compound of compoundsIn(folded)) {
    const parts = compound.split(HYPHEN)
    for (const part of parts) {
      const pieces = part.split(APOSTROPHE)
      pieces.forEach(add)
      if (pieces.length > 1) add(pieces.join(''))
    }
    if (parts.length > 1) add(asOneWord(compound))
  }
  return [...words]
}

/**
 * A word of a search. A text has it if it has all stored words of one of the alternatives; the last alternative is the word without
 * its apostrophes and hyphens.
 */
export type QueryWord = readonly (readonly string[])[]

/**
 * Returns the distinct words that a text must have to be found. `N'Djamena` finds `djamena` and `ndjamena`, `hip-hop` the two words and
 * `hiphop`.
 */
export function queryWords(text: string): QueryWord[] {
  const folded = foldWithMarks(text)
  if (isPlain(folded)) return plainWords(folded).map((word) => [[word]])
  const words = compoundsIn(folded).flatMap(splitLongChain).map(toQueryWord)
  return [...new Map(words.map((word) => [textOf(word), word])).values()]
}

/** Returns a word of a search without apostrophes and hyphens; equal ones are the same word. */
export const textOf = (word: QueryWord): string => word.at(-1)?.join(' ') ?? ''

/** Whether the stored words contain a word of a search; `matches` compares a stored word with a searched one. */
export function hasWord(
  stored: readonly string[],
  word: QueryWord,
  matches: (stored: string, searched: string) => boolean,
): boolean {
  return word.some((parts) => parts.every((part) => stored.some((each) => matches(each, part))))
}

/** Whether letters are of a script without spaces. Stored words of these are n-grams of one or two letters, and have no longer forms. */
export const isSpaceless = (letters: string): boolean => SPACELESS.test(letters)

const foldWithMarks = (text: string): string => fold(text.replace(APOSTROPHES, APOSTROPHE))

/** Whether the words of a folded text are its runs of letters and digits. Most texts are so, and this takes a fraction of the time. */
const isPlain = (folded: string): boolean => isAscii(folded) && !/['-]/.test(folded)

const plainWords = (folded: string): string[] => [...new Set((folded.match(ASCII_WORD) ?? []).map(truncate))]

const compoundsIn = (folded: string): string[] =>
  folded.match(isAscii(folded) ? ASCII_COMPOUND : COMPOUND) ?? []

const asOneWord = (compound: string): string => compound.replace(HYPHEN_OR_APOSTROPHE, '')

/** A word with more hyphenated parts is indexed as separate words, as a search looks up each part. */
const MAX_PARTS = 4

function splitLongChain(compound: string): string[] {
  const parts = compound.split(HYPHEN)
  return parts.length > MAX_PARTS ? parts : [compound]
}

/** Letters of an article or a suffix (`l'`, `d'`, `'s`), at most: they may be missing in the text. */
const MAX_AFFIX_LENGTH = 2

function toQueryWord(compound: string): QueryWord {
  const parts = compound.split(HYPHEN)
  const alternatives = [parts.flatMap(withoutAffixes), parts.map(asOneWord), [asOneWord(compound)]].map(
    (pieces) => [...new Set(pieces.flatMap(runsOf).flatMap(searchedWords))],
  )
  return [...new Map(alternatives.map((words) => [words.join(' '), words])).values()]
}

/** Returns the longer pieces between apostrophes (`l'Afrique`: `afrique`), or all as one word if there is none (`n'go`: `ngo`). */
function withoutAffixes(part: string): string[] {
  const pieces = part.split(APOSTROPHE)
  const longer = pieces.filter((piece) => [...piece].length > MAX_AFFIX_LENGTH)
  return longer.length > 0 ? longer : [pieces.join('')]
}

function searchedWords(run: string): string[] {
  if (!isSpaceless(run)) return [truncate(run)]
  const pairs = pairsOf(run)
  return pairs.length > 0 ? pairs : [run]
}

/** Splits letters and digits where their script changes to one without spaces, and back. */
function runsOf(letters: string): string[] {
  return isSpaceless(letters) ? letters.split(SPACELESS_RUNS).filter((run) => run !== '') : [letters]
}

function pairsOf(run: string): string[] {
  const letters = [...run]
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`)
}

function truncate(word: string): string {
  return word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH).join('')
}
