import { escapeMarkup } from '#server/http/pages/markup.ts'

export type Item = {
  title: string
  /** Absolute, like all URLs here. */
  link: string
  /** HTML. */
  html: string
  publishedAt: Date
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
export function renderRssDocument({ title, link, self, description, image, items }: Channel): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    renderElement('title', title),
    renderElement('link', link),
    `<atom:link href="${escapeMarkup(self)}" rel="self" type="application/rss+xml"/>`,
    renderElement('description', description),
    image
      ? `<image>${renderElement('url', image)}${renderElement('title', title)}${renderElement('link', link)}</image>`
      : '',
    ...items.map(renderItem),
    '</channel></rss>',
  ].join('\n')
}

function renderItem({ title, link, html, publishedAt, enclosure }: Item): string {
  return [
    '<item>',
    renderElement('title', title),
    renderElement('link', link),
    renderElement('guid', link),
    renderElement('pubDate', publishedAt.toUTCString()),
    renderElement('description', html),
    enclosure
      ? `<enclosure url="${escapeMarkup(enclosure.url)}" length="${enclosure.bytes}" type="${escapeMarkup(enclosure.type)}"/>`
      : '',
    '</item>',
  ].join('')
}

function renderElement(name: string, text: string): string {
  return `<${name}>${escapeMarkup(text)}</${name}>`
}
