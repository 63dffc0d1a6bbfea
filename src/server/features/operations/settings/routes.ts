import * as calls from '#shared/operations/admin-settings.ts'
import { SETTINGS, isSettingKey } from '#shared/settings/settings.ts'
import { mediaService } from '#server/features/media/media/media-service.ts'
import type { Mount } from '#server/feature.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden } from '#server/http/errors.ts'
import { type Call, route } from '#server/http/route.ts'
import { canChange } from './can-change.ts'
import { changeLogo } from './change-logo.ts'
import { deleteCustomSetting, saveCustomSetting } from './custom-settings.ts'
import { presentCustom, presentKnown } from './present-setting.ts'
import { type SettingRow, listRows } from './queries.ts'

export const mountAdminSettings: Mount = async (app, { db, settings, service }) => {
  const media = await service(mediaService)
  const dependencies = { media, settings }
  route(app, calls.listSettings, async (call) => {
    const { category } = call.query
    const all = presentAll(await listRows(db), call)
    return category ? all.filter((setting) => setting.category === category) : all
  })

  route(app, calls.saveSetting, async (call) => {
    const { body, user } = call
    const { key, value } = body
    requireChangeable(key, user)
    if (!isSettingKey(key)) return presentCustom(await saveCustomSetting(db, body, user.id))
    const stored = await (key === LOGO
      ? changeLogo(dependencies, user.id, value)
      : settings.set(key, value, user.id))
    return presentKnown(key, stored, call)
  })

  route(app, calls.deleteSetting, async ({ params: { key }, user }) => {
    requireChangeable(key, user)
    if (key === LOGO) await changeLogo(dependencies, user.id, null)
    else await (isSettingKey(key) ? settings.reset(key, user.id) : deleteCustomSetting(db, key, user.id))
    return { deleted: true as const }
  })

  route(app, calls.changeLogo, async ({ body: { url }, user }) => {
    await changeLogo(dependencies, user.id, url)
    return { url }
  })
}

/** Its value is the URL of a file, which is deleted with the value. */
const LOGO = 'general.logoUrl'

/** Throws 403 where only super_admins decide. */
function requireChangeable(key: string, user: Caller): void {
  if (!canChange(user, key)) throw forbidden('errors.superAdminSetting')
}

function presentAll(
  rows: readonly SettingRow[],
  reader: Call<typeof calls.listSettings>,
): calls.SiteSetting[] {
  const rowOf = new Map(rows.map((row) => [row.key, row]))
  const known = Object.keys(SETTINGS)
    .filter(isSettingKey)
    .map((key) => presentKnown(key, rowOf.get(key), reader))
  return [...known, ...rows.filter(({ key }) => !isSettingKey(key)).map(presentCustom)]
}
