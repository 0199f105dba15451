export { createEmbeddedDelivery, type EmbeddedDeliverySettings } from './embedded/embedded-delivery.ts'
export { createPgBossDelivery, type PgBossDelivery } from './pg-boss/pg-boss-delivery.ts'
export type {
  DeliveryDatabase,
  PgBossDeliverySettings,
  PgBossPlace,
  PgBossTableSettings,
} from './pg-boss/pg-boss-settings.ts'
export { migratePgBoss } from './pg-boss/pg-boss-tables.ts'
export {
  type CloudTasksDelivery,
  createCloudTasksDelivery,
  type PushOutcome,
} from './cloud-tasks/cloud-tasks-delivery.ts'
export type { CloudTasksSettings } from './cloud-tasks/cloud-tasks-settings.ts'
