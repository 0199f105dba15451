import { createHmac } from 'node:crypto'
import { resolve } from 'node:path'
import type { AuditLog, AuditSubject } from '@chancery/core'
import type { Configuration } from '../settings/configuration.ts'
import type { ConfiguredPostgres } from './configured-postgres.ts'
import type { DataFolders } from '../tokens.ts'

/** The audit log that is configured, and its end. */
export type ConfiguredAudit = (AuditLog & { close(): Promise<void> }) | undefined

/** `undefined` where it is off. */
export function configuredAudit(
  configuration: Pick<Configuration, 'CHANCERY_AUDIT' | 'CHANCERY_AUDIT_FILE_BYTES' | 'CHANCERY_AUDIT_FOLDER'>,
  folders: Pick<DataFolders, 'root'>,
  { open }: ConfiguredPostgres,
): ConfiguredAudit {
  switch (configuration.CHANCERY_AUDIT) {
    case 'off':
      return undefined
    case 'postgres':
      // Its connections are those of the state, and end with them.
      return {
        id: 'postgres',
        append: async (entry) => (await open()).auditLog.append(entry),
        async *read(options) {
          yield* (await open()).auditLog.read(options)
        },
        check: async (options) => (await open()).auditLog.check(options),
        close: async () => undefined,
      }
    case 'file':
      return inFiles(auditFolder(configuration, folders), configuration.CHANCERY_AUDIT_FILE_BYTES)
  }
}

function inFiles(folder: string, fileBytes: number): NonNullable<ConfiguredAudit> {
  const load = () => import('@chancery/audit')
  let log: ReturnType<Awaited<ReturnType<typeof load>>['createFileAuditLog']> | undefined
  const opened = async () => (log ??= (await load()).createFileAuditLog({ folder, fileBytes }))
  return {
    id: 'file',
    append: async (entry) => (await opened()).append(entry),
    async *read(options) {
      yield* (await opened()).read(options)
    },
    check: async (options) => (await opened()).check(options),
    close: async () => log?.close(),
  }
}

/** Where the files lie. */
export const auditFolder = (
  { CHANCERY_AUDIT_FOLDER: own }: Pick<Configuration, 'CHANCERY_AUDIT_FOLDER'>,
  { root }: Pick<DataFolders, 'root'>,
): string => (own === undefined ? resolve(root, 'audit') : resolve(own))

const digits = 32

/**
 * How the audit log writes paths and ids down. A digest tells nobody what it is of but who knows that already, and the secret.
 * @param keySecret under which digests are made
 */
export const auditNames =
  (names: Configuration['CHANCERY_AUDIT_NAMES'], keySecret: string) =>
  ({ kind, id }: Pick<AuditSubject, 'kind' | 'id'>, space: string): string =>
    names === 'plain'
      ? id
      : `hmac:${createHmac('sha256', keySecret)
          .update(JSON.stringify([kind, space, id]))
          .digest('hex')
          .slice(0, digits)}`
