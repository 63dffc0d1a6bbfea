import { expect, test } from 'vitest'
import { literalTexts } from './literals.mjs'

const textsOf = (code: string) => literalTexts('card.tsx', code).map(({ text }) => text)

test.each([
  ['a child of an element', '<p>Hello you</p>', ['Hello you']],
  ['a child of a fragment', '<>LIVE</>', ['LIVE']],
  ['a child in braces', "<p>{live ? 'Live' : 'Off'}</p>", ["'Live'", "'Off'"]],
  ['a child behind a condition', "<p>{live && 'Live'}</p>", ["'Live'"]],
  ['a template', '<p>{`${count} viewers`}</p>', ['`${count} viewers`']],
  ['an accessible name', '<button aria-label="Close" />', ['"Close"']],
  ['a tooltip', '<i title="Close" />', ['"Close"']],
  ['a placeholder', '<input placeholder="say it" />', ['"say it"']],
  ['a property of one of our controls', '<Field label="Title" />', ['"Title"']],
  ['a toast', "toast({ title: 'Saved', description: 'All of it' })", ["'Saved'", "'All of it'"]],
  ['an alert', "window.alert('saved')", ["'saved'"]],
  ['the title of the page', "document.title = 'Home'", ["'Home'"]],
  ['an attribute that is set', "node.setAttribute('aria-label', 'Close')", ["'Close'"]],
  ['text assigned to a node', "node.textContent = 'Saved'", ["'Saved'"]],
  ['an option of a list', "const tabs = [{ value: 'posts', label: 'Posts' }]", ["'Posts'"]],
  ['a sentence anywhere', "const text = 'Something went wrong.'", ["'Something went wrong.'"]],
])('%s is found', (_name, code, found) => {
  expect(textsOf(code)).toEqual(found)
})

test.each([
  ['messages', "<p title={t('title')}>{t('body')}</p>"],
  ['digits and symbols', '<p>404 · {count} / 100</p>'],
  ['class names', '<p className="flex Items-center" data-state="open" />'],
  ['addresses', '<input placeholder="https://" />'],
  ['code', '<code>npm start</code>'],
  ['messages of errors', "throw new Error('No root element here')"],
  ['messages of exceptions', "throw new DOMException('No longer wanted here')"],
  ['console output', "console.error('Could not send it')"],
  ['comparisons', "<p>{state === 'loading' && <Spinner />}</p>"],
  ['codes in properties', "const state = { error: 'denied', message: 'closed' }"],
])('%s are left alone', (_name, code) => {
  expect(textsOf(code)).toEqual([])
})

test('the line of a text is reported', () => {
  expect(literalTexts('card.tsx', 'const a = 1\nconst b = <p>Hello</p>')).toEqual([
    { line: 2, text: 'Hello' },
  ])
})

test('a file that does not parse is refused', () => {
  expect(() => literalTexts('card.tsx', '<p>')).toThrow('card.tsx')
})
