import { Download } from '#web/ui/icons/download.tsx'
import { useTranslations } from 'use-intl/react'
import { type AuditEntry, exportAudit } from '#shared/operations/admin-logs.ts'
import { AUDIT_ACTIONS } from '#shared/operations/audit.ts'
import { displayName } from '#shared/accounts/users.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { AuditText, useActionName } from './audit-text.tsx'
import { EntryDetails } from './entry-details.tsx'
import { EntryList } from './entry-list.tsx'
import { EntryTime } from './entry-time.tsx'
import { ChoiceField, PeriodFields } from './filter-fields.tsx'
import { type AuditFilter, auditQuery, nameInEntries, useAuditFilter } from './filters.ts'
import { IdChip } from './id-chip.tsx'
import { type Live, ListToolbar } from './list-toolbar.tsx'
import { useAuditTrail } from './use-logs.ts'

type Change = ReturnType<typeof useAuditFilter>[1]

const NO_FILTER = { action: '', actorId: '', subjectId: '', from: '', to: '' }

/** The actions of admins and moderators, the newest first, also as CSV. */
export function AuditTrail(live: Live) {
  const t = useTranslations('adminLogs')
  const [filter, onChange] = useAuditFilter()
  const query = useAuditTrail(filter, live.isLive)
  const params = new URLSearchParams(auditQuery(filter))
  return (
    <Card className="overflow-clip">
      <FilterBar filter={filter} onChange={onChange} />
      <ListToolbar
        live={live}
        isDisconnected={query.isDisconnected}
        chips={<Chips filter={filter} entries={query.items} onChange={onChange} />}
      >
        <Button asChild size="sm">
          <a href={`${exportAudit.path}?${params.toString()}`} download>
            <Download aria-hidden /> {t('download')}
          </a>
        </Button>
      </ListToolbar>
      <EntryList
        query={query}
        failed={t('auditFailed')}
        empty={{ title: t('noAuditTitle'), text: t('noAuditText') }}
        onShowAll={params.size > 0 ? () => onChange(NO_FILTER) : undefined}
        renderEntry={(entry) => <Entry entry={entry} onChange={onChange} />}
      />
    </Card>
  )
}

type FilterProps = { filter: AuditFilter; onChange: Change }

function FilterBar({ filter, onChange }: FilterProps) {
  const t = useTranslations('adminLogs')
  const actionName = useActionName()
  return (
    <search className="grid gap-3 p-4 sm:grid-cols-2 lg:grid-cols-3">
      <div className="sm:col-span-full lg:col-span-1">
        <ChoiceField
          label={t('action')}
          all={t('allActions')}
          value={filter.action}
          options={AUDIT_ACTIONS.map((value) => ({ value, name: actionName(value) }))}
          onChange={(action) => onChange({ action })}
        />
      </div>
      <PeriodFields days={filter} onChange={onChange} />
    </search>
  )
}

type ChipsProps = FilterProps & { entries: readonly AuditEntry[] | undefined }

function Chips({ filter: { actorId, subjectId }, entries, onChange }: ChipsProps) {
  return (
    <>
      {actorId !== null && (
        <IdChip
          kind="actor"
          id={actorId}
          user={nameInEntries(entries, actorId)}
          onRemove={() => onChange({ actorId: '' })}
        />
      )}
      {subjectId !== null && (
        <IdChip
          kind="subject"
          id={subjectId}
          user={nameInEntries(entries, subjectId)}
          onRemove={() => onChange({ subjectId: '' })}
        />
      )}
    </>
  )
}

function Entry({ entry, onChange }: { entry: AuditEntry; onChange: Change }) {
  const t = useTranslations('adminLogs')
  const { id, actor, actorId, subject, subjectId, details, createdAt } = entry
  return (
    <article className="grid gap-x-4 gap-y-1.5 lg:grid-cols-[176px_1fr]">
      <EntryTime at={createdAt} />
      <div className="grid min-w-0 justify-items-start gap-1">
        <p className="text-small [overflow-wrap:anywhere]">
          <AuditText entry={entry} />
        </p>
        <EntryDetails id={id} createdAt={createdAt} details={details}>
          <Button size="sm" onClick={() => onChange({ actorId })}>
            {t('filterByActor', { name: actor ? displayName(actor) : t('formerMember') })}
          </Button>
          <Button size="sm" onClick={() => onChange({ subjectId })}>
            {t('filterBySubject', { name: subject ? displayName(subject) : subjectId })}
          </Button>
        </EntryDetails>
      </div>
    </article>
  )
}
