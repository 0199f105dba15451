/** Whether a call came through Google's API Gateway. */
export { createGatewayTokenVerifier, type GatewayTokenSettings } from './gateway-token-verifier.ts'
export type { TokenFault } from './token-fault.ts'
