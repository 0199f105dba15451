/** Whether a call came through Google's API Gateway, or from a queue of Cloud Tasks. */
export {
  createGatewayTokenVerifier,
  createPushTokenVerifier,
  type GatewayTokenSettings,
} from './gateway-token-verifier.ts'
export type { TokenFault } from './token-fault.ts'
