import { escapeMarkup } from '#server/http/pages/markup.ts'

type Item = {
  title: string
  /** Absolute, like all URLs here. */
  link: string
  /** HTML. */
  html: string
  at: Date
  enclosure?: { url: string; bytes: number; type: string }
}

type Channel = {
  title: string
  link: string
  /** URL of this document. */
  self: string
  description: string
  image?: string
  items: readonly Item[]
}

/** Returns an RSS 2.0 document. */
export function rssDocument({ title, link, self, description, image, items }: Channel): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    element('title', title),
    element('link', link),
    `<atom:link href="${escapeMarkup(self)}" rel="self" type="application/rss+xml"/>`,
    element('description', description),
    image ? `<image>${element('url', image)}${element('title', title)}${element('link', link)}</image>` : '',
    ...items.map(item),
    '</channel></rss>',
  ].join('\n')
}

function item({ title, link, html, at, enclosure }: Item): string {
  return [
    '<item>',
    element('title', title),
    element('link', link),
    element('guid', link),
    element('pubDate', at.toUTCString()),
    element('description', html),
    enclosure
      ? `<enclosure url="${escapeMarkup(enclosure.url)}" length="${enclosure.bytes}" type="${escapeMarkup(enclosure.type)}"/>`
      : '',
    '</item>',
  ].join('')
}

function element(name: string, text: string): string {
  return `<${name}>${escapeMarkup(text)}</${name}>`
}
