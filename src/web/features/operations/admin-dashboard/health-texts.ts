import { useTranslations } from 'use-intl/react'
import type { HealthCheck, HealthDetail } from '#shared/operations/admin-dashboard.ts'
import { useFileSize } from '#web/lib/format/use-file-size.ts'

/** Returns a function that says what a check has found, and what to do if it is not ok. */
export function useHealthText(): (check: HealthCheck) => string {
  const textsOfMachine = useTextsOfMachine()
  const textsOfServices = useTextsOfServices()
  const textsOfChecks = useTextsOfChecks()
  return ({ detail, figure }) => {
    const texts: Record<HealthDetail, string> = {
      ...textsOfMachine(figure ?? 0),
      ...textsOfServices(figure ?? 0),
      ...textsOfChecks,
    }
    return texts[detail]
  }
}

/** Of the database, the storage and the disk. */
function useTextsOfMachine() {
  const t = useTranslations('adminHealth')
  const fileSize = useFileSize()
  return (figure: number) => ({
    databaseOk: t('databaseOk', { ms: Math.ceil(figure) }),
    databaseUnreachable: t('databaseUnreachable'),
    databaseTimeout: t('databaseTimeout'),
    databaseBusy: t('databaseBusy'),
    databaseFull: t('databaseFull'),
    storageOk: t('storageOk', { ms: Math.ceil(figure) }),
    storageFailed: t('storageFailed'),
    storageFull: t('storageFull'),
    diskOk: t('diskOk', { size: fileSize(figure) }),
    diskLow: t('diskLow', { size: fileSize(figure) }),
    diskFull: t('diskFull', { size: fileSize(figure) }),
  })
}

/** Of the live engine, the jobs, the mail and the payments. */
function useTextsOfServices() {
  const t = useTranslations('adminHealth')
  return (figure: number) => ({
    engineOk: t('engineOk'),
    engineDown: t('engineDown'),
    loopbackOnly: t('loopbackOnly'),
    privateAddress: t('privateAddress'),
    jobsOk: t('jobsOk'),
    jobsWait: t('jobsDelayed', { minutes: Math.round(figure / 60) }),
    jobsFailed: t('jobsFailed', { count: figure }),
    workerMissing: t('workerMissing'),
    mailOk: t('mailOk'),
    mailOff: t('mailOff'),
    mailFailing: t('mailFailing', { count: figure }),
    paymentsOk: t('paymentsOk'),
    paymentsOff: t('paymentsOff'),
    paymentsSandbox: t('paymentsSandbox'),
    ledgerDiffers: t('ledgerDiffers'),
  })
}

/** Of checks that could not be made. */
function useTextsOfChecks() {
  const t = useTranslations('adminHealth')
  return { timedOut: t('timedOut'), needsDatabase: t('needsDatabase'), checkFailed: t('checkFailed') }
}
