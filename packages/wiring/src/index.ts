/** Puts an app together: reads the configuration and binds each port to its adapter. */
export { callOperation, type EmbeddedAnswer, type EmbeddedCallOptions } from './call-operation.ts'
export { compose, type Composition } from './compose.ts'
export {
  type Configuration,
  ConfigurationError,
  configurationSchema,
  readConfiguration,
  readSettings,
} from './settings/configuration.ts'
export { migrateState } from './configured/configured-postgres.ts'
export { type AuditReading, openAuditLog } from './open-audit-log.ts'
export { backUpData, type DataBackup } from './data/data-backup.ts'
export { gatewayDocumentOf } from './gateway-document.ts'
export { createHttpService, type HttpService } from './http-service.ts'
export { responseHeaders } from '@chancery/http'
export { tryStore } from './data/store-trial.ts'
