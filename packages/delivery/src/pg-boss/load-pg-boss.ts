import { optionalPackage } from '@chancery/core'

/** @throws `unsupported_option` where it is not installed */
export const loadPgBoss = () =>
  optionalPackage('pg-boss', 'To work calls off by a queue in Postgres', () => import('pg-boss'))
