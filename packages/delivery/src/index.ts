export { createEmbeddedDelivery, type EmbeddedDeliverySettings } from './embedded/embedded-delivery.ts'
