import { embedPath } from '#shared/discovery/embeds.ts'
import { excerptOf } from '#shared/text/excerpt.ts'
import { fileUrl, versionedUrl } from '#server/features/videos/videos/files/video-files.ts'
import { escapeMarkup } from '#server/http/pages/markup.ts'
import type { SitemapRecord, SitemapVideo } from './queries.ts'

type Absolute = (path: string) => string
type Records = {
  videos: readonly SitemapVideo[]
  streams: readonly SitemapRecord[]
  profiles: readonly SitemapRecord[]
}

/** Pages without a record. */
const PAGES = ['/', '/discover', '/about', '/community', '/contact', '/privacy', '/terms']
/** The limit of search engines. */
const MAX_DESCRIPTION_LENGTH = 2048

/** Returns a sitemap (https://www.sitemaps.org) with the video tags of search engines. */
export function renderSitemap(absolute: Absolute, { videos, streams, profiles }: Records): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">',
    ...PAGES.map((path) => `<url>${tag('loc', absolute(path))}</url>`),
    ...videos.map((video) => renderUrl(absolute(`/video/${video.id}`), video, renderVideo(video, absolute))),
    ...streams.map((stream) => renderUrl(absolute(`/stream/${stream.id}`), stream)),
    ...profiles.map((profile) => renderUrl(absolute(`/profile/${profile.id}`), profile)),
    '</urlset>',
  ].join('\n')
}

function renderUrl(location: string, { changedAt }: SitemapRecord, content = ''): string {
  return `<url>${tag('loc', location)}${tag('lastmod', toIso(changedAt))}${content}</url>`
}

/** Returns nothing for a video without a poster: search engines require a thumbnail. */
function renderVideo(video: SitemapVideo, absolute: Absolute): string {
  if (video.poster === null) return ''
  return [
    '<video:video>',
    tag('video:thumbnail_loc', absolute(versionedUrl(video, video.poster))),
    tag('video:title', video.title),
    tag('video:description', excerptOf(video.description || video.title, MAX_DESCRIPTION_LENGTH)),
    tag('video:content_loc', absolute(fileUrl(video.id))),
    tag('video:player_loc', absolute(embedPath(video.id))),
    tag('video:duration', String(Math.min(28_800, Math.max(1, Math.round(video.duration))))),
    tag('video:view_count', String(video.viewsCount)),
    tag('video:publication_date', toIso(video.publishedAt)),
    '</video:video>',
  ].join('')
}

/** PostgreSQL's text format. */
const toIso = (time: string) => new Date(time).toISOString()

const tag = (name: string, text: string) => `<${name}>${escapeMarkup(text)}</${name}>`
