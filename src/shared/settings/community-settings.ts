import * as z from 'zod/mini'
import { MAX_SITE_WORDS, findWordListError } from '#shared/text/word-list.ts'
import type { Setting } from './setting.ts'

/** Settings of what members may write; only the server reads them. */
export const COMMUNITY_SETTINGS = {
  'community.refusedWords': wordList(),
} satisfies Record<string, Setting>

function wordList() {
  return {
    type: 'string',
    category: 'general',
    value: z.string().check(z.refine((text) => findWordListError(text, MAX_SITE_WORDS) === null)),
    fallback: '',
    maxWords: MAX_SITE_WORDS,
  } as const satisfies Setting
}
