/** The HTTP face of the operations and service calls: `createHttpApp` gives a Hono app whose `fetch` any server can use. */
export { issueApiKey, hashApiKey, apiKeyId, type NewApiKey } from './access/api-key.ts'
export { createHttpApp, type HttpApp } from './app.ts'
export { exampleAnswers } from './openapi/example-answers.ts'
export { gatewayDocument, type GatewaySettings } from './access/gateway.ts'
export { gatewayKeyId } from './access/gateway-space.ts'
export { operationFields, shapeFields } from './openapi/operation-fields.ts'
export { backgroundBounds, type BackgroundBounds } from './openapi/openapi-background.ts'
export { openApiDocument, type OpenApiDocument } from './openapi/openapi.ts'
export type { ReceiveEmailEvents } from './received-email-events.ts'
export { responseHeaders } from './answer/security-headers.ts'
export { shownJson } from './json/shown-json.ts'
export { statusOfCode, type Problem } from './answer/problem.ts'
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
