export { createWebhooks, type WebhookEndpoint, webhookId, type Webhooks, type WebhookSettings } from './webhooks.ts'
