import { type Case, refColumns, sql } from './case.ts'
import type { Subjects } from './subjects.ts'

/** The floor of a list with one source is the statement of its rows; of all three, the app's own statement. */
export function mediaCases({ member }: Subjects): Case[] {
  const list = (name: string, query: string, floor: Case['floor'] = 'own statements'): Case => ({
    name: `media, ${name}`,
    path: `/api/admin/media?limit=20${query}`,
    floor,
  })
  const uploads = (where: string) =>
    sql(`select m.*, ${refColumns('u')} from media_uploads m left join users u on u.id = m.uploaded_by
      where ${where} order by m.id desc limit 20`)
  return [
    list('all', ''),
    list('posts', '&kind=post', uploads(`m.purpose = 'post' and m.status = 'used'`)),
    list('emoji', '&kind=emoji', uploads(`m.purpose = 'emoji' and m.status = 'used'`)),
    list('unused', '&kind=unused', uploads(`m.status = 'ready'`)),
    list('of a member', `&userId=${member}`),
    list("search 'fes', most", '&search=fes'),
    list("search 'kestrel', five", '&search=kestrel'),
    list("search 'zqx', none", '&search=zqx'),
    // Its sums are cached, as the page asks for them again and again.
    { name: 'media, storage', path: '/api/admin/media/storage', floor: 'none' },
  ]
}
