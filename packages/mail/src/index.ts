export { createMemoryTransport, type MemoryTransport } from './memory/memory-transport.ts'
export { createOutbox, type OutboxSettings } from './outbox/outbox.ts'
export { createSendGridTransport, type SendGridSettings } from './sendgrid/sendgrid-transport.ts'
