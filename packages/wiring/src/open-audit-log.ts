import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AuditLog, AuditSubject } from '@chancery/core'
import { systemClock } from '@chancery/platform'
import { refuseOtherKinds } from './data/kinds-of-files.ts'
import { ConfigurationError, readSettings } from './settings/configuration.ts'
import { auditFolder, auditNames, configuredAudit } from './configured/configured-audit.ts'
import { configuredPostgres } from './configured/configured-postgres.ts'
import { openKeySecret } from './configured/key-secret.ts'

/** What it takes to read an audit log, beside the service that writes it. */
export interface AuditReading {
  readonly log: Pick<AuditLog, 'read'>
  /** How the log names a path or id where it keeps digests. @throws ConfigurationError where the secret is not known */
  nameOf(subject: Pick<AuditSubject, 'kind' | 'id'>, space: string): string
  /** Of a line, lower-case hex. */
  sha256(line: string): string
  close(): Promise<void>
}

/**
 * Opens the audit log of the settings for reading; nothing is made or changed.
 * @throws ConfigurationError where there is none
 */
export function openAuditLog(environment: Readonly<Record<string, string | undefined>>): AuditReading {
  const configuration = readSettings(environment, [
    'CHANCERY_AUDIT',
    'CHANCERY_AUDIT_FOLDER',
    'CHANCERY_AUDIT_FILE_BYTES',
    'CHANCERY_DATA',
    'CHANCERY_DATABASE_CONNECTIONS',
    'CHANCERY_DATABASE_URL',
    'CHANCERY_KEY_SECRET',
  ])
  const root = resolve(configuration.CHANCERY_DATA)
  if (configuration.CHANCERY_AUDIT === 'file') {
    const folders = { root, documents: join(root, 'documents'), outbox: join(root, 'outbox') }
    refuseOtherKinds([auditFolder(configuration, folders)], folders)
  }
  const postgres = configuredPostgres(configuration, systemClock)
  const log = configuredAudit(configuration, { root }, postgres)
  if (log === undefined) {
    throw new ConfigurationError(['CHANCERY_AUDIT: is off; set it as it is for the service whose log is wanted.'])
  }
  return {
    log,
    nameOf(subject, space) {
      // Not made here: what is named under a new secret would be found nowhere.
      if (configuration.CHANCERY_KEY_SECRET === undefined && !existsSync(join(root, 'key-secret'))) {
        throw new ConfigurationError(['CHANCERY_KEY_SECRET: is needed to find names that are kept as digests.'])
      }
      return auditNames('digest', configuration.CHANCERY_KEY_SECRET ?? openKeySecret(root))(subject, space)
    },
    sha256: (line) => createHash('sha256').update(line).digest('hex'),
    async close() {
      await log.close()
      await postgres.close()
    },
  }
}
