export { createFileAuditLog, type FileAuditLog, type FileAuditLogSettings } from './file-audit-log.ts'
export { createMemoryAuditLog } from './memory-audit-log.ts'
