import { activeMember } from './active-member.ts'

/**
 * Uploads of four years with a video for every fourth one and a picture of every second stream. Of 200 uploads 100 belong to videos,
 * one is an emoji and ten are avatars; one in a thousand is unused, and five name a kestrel.
 */
export const mediaSql = (uploads: number) => `
  insert into media_uploads (id, file_name, original_name, mime_type, file_size, url, type, uploaded_by, purpose, status, files,
      created_at)
    select e.id, e.n || '.webp',
      case when e.n % ${Math.ceil(uploads / 5)} = 3 then 'Kestrel ' else 'At the festival ' end || e.n || '.jpg', 'image/webp', 100000,
      '/files/media/' || e.n || '.webp', 'image', m.id,
      case when e.n % 200 = 1 then 'emoji' when e.n % 20 = 3 then 'avatar' when e.n % 2 = 0 then 'video' else 'post' end,
      case when e.n % 1000 = 7 then 'ready' else 'used' end,
      array['media/' || e.n || '.webp', 'media/' || e.n || '-400.webp', 'media/' || e.n || '-800.webp'],
      uuid_extract_timestamp(e.id)
    from (
      select n, uuidv7(make_interval(mins => (n - ${uploads}) * 10)) as id, ${activeMember} as owner
      from generate_series(1, ${uploads}) n
    ) e join numbered_members m on m.n = e.owner
    order by e.n;
  insert into videos (id, creator_id, title, mime_type, category, files_version, search, created_at, updated_at)
    select v.id, m.id, 'A walk through the market ' || v.n, 'video/mp4', 'music', md5(v.n::text),
      array_to_tsvector(array['market']), uuid_extract_timestamp(v.id), now()
    from (
      select n, uuidv7(make_interval(mins => (n - ${Math.ceil(uploads / 4)}) * 40)) as id, ${activeMember} as creator
      from generate_series(1, ${Math.ceil(uploads / 4)}) n
    ) v join numbered_members m on m.n = v.creator;
  insert into video_files (video_id, name, kind, key, mime_type, size)
    select v.id, file.name, file.kind, 'videos/' || v.id || '-' || file.name, 'video/mp4', 5000000
    from videos v cross join (values ('original.mp4', 'original'), ('480p.mp4', 'rendition'), ('720p.mp4', 'rendition'),
      ('480p.m3u8', 'playlist'), ('720p.m3u8', 'playlist'), ('poster.webp', 'poster'), ('poster-small.webp', 'poster'),
      ('preview.webp', 'preview')) as file (name, kind);
  update streams set thumbnail_url = '/files/thumbnails/' || id || '.webp', thumbnail_size = 50000
    where id::text ~ '[0-7]$'`
