/** The HTTP face of the operations and service calls: `createHttpApp` gives a Hono app whose `fetch` any server can use. */
export { issueApiKey, hashApiKey, apiKeyId, type NewApiKey } from './api-key.ts'
export { createHttpApp, type HttpApp } from './app.ts'
export { exampleAnswers } from './example-answers.ts'
export { gatewayDocument, type GatewaySettings } from './gateway.ts'
export { gatewayKeyId } from './gateway-space.ts'
export { operationFields } from './operation-fields.ts'
export { backgroundBounds, type BackgroundBounds } from './openapi-background.ts'
export { openApiDocument, type OpenApiDocument } from './openapi.ts'
export type { ReceiveEmailEvents } from './received-email-events.ts'
export { responseHeaders } from './security-headers.ts'
export { shownJson } from './shown-json.ts'
export { statusOfCode, type Problem } from './problem.ts'
export {
  defaultHttpLimits,
  type Auth,
  type GatewayAuth,
  type HttpLimits,
  type HttpSettings,
  type KeysAuth,
  type OpenAuth,
  type Readiness,
  type ReadyCheck,
  type ServiceInfo,
  type VerifyGatewayToken,
} from './settings.ts'
export { type AdmissionLimits, defaultAdmissionLimits } from './admission/index.ts'
export {
  type BackgroundLimits,
  type BackgroundSettings,
  defaultBackgroundLimits,
  type PushedCall,
} from './background/background-settings.ts'
export { contractsAboutCalls } from './background/contracts-about-calls.ts'
export { startWorker } from './background/worker.ts'
